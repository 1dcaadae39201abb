const paths = {
  check: 'M3 8.5l3.2 3.2L13 4.8',
  cross: 'M4 4l8 8M12 4l-8 8',
  question: 'M4.9 5.7a3.1 3.1 0 114.7 2.6c-1 .6-1.6 1.1-1.6 2.1M8 13.2v.1',
  warning: 'M8 2.5l6 10.8H2zM8 6.6v3M8 11.4v.1',
  circle: 'M8 3.2a4.8 4.8 0 110 9.6 4.8 4.8 0 010-9.6z',
  running: 'M8 2.8a5.2 5.2 0 11-5.2 5.2',
  pause: 'M5.7 4v8M10.3 4v8',
  stop: 'M4.5 4.5h7v7h-7z',
  play: 'M5 3.5v9l7.5-4.5z',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  search: 'M7 2.8a4.2 4.2 0 110 8.4 4.2 4.2 0 010-8.4zM10.2 10.2l3 3',
  gear: 'M8 5.8a2.2 2.2 0 110 4.4 2.2 2.2 0 010-4.4zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M12.2 3.8l-1.4 1.4M5.2 10.8l-1.4 1.4',
  up: 'M8 12.5v-9M4.2 7.2L8 3.4l3.8 3.8',
  down: 'M8 3.5v9M4.2 8.8L8 12.6l3.8-3.8',
  chevron: 'M4 6.2l4 4 4-4',
  lock: 'M4 7.2h8v6H4zM5.8 7V5a2.2 2.2 0 014.4 0v2',
  unlock: 'M4 7.2h8v6H4zM5.8 7V5a2.2 2.2 0 014.2-.9',
  trash: 'M3 4.5h10M6.2 4.3V2.8h3.6v1.5M4.4 4.5l.6 8.7h6l.6-8.7',
  copy: 'M6 5.5h7v8H6zM10 5.3V2.5H3v8h2.8',
  external: 'M9.5 3h3.6v3.6M13 3L7.5 8.5M11 9.5V13H3V5h3.5',
  sidebar: 'M2.5 3.5h11v9h-11zM6.3 3.5v9',
  minus: 'M4 8h8',
  pencil: 'M10.6 3.2l2.2 2.2-7.2 7.2-2.8.6.6-2.8zM9.2 4.6l2.2 2.2',
  waived: 'M3.5 8h9',
  speech: 'M2.5 3h11v8h-6l-3 2.6V11h-2zM5.4 6h5.2M5.4 8.4h3.4',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  commands: 'M3 4.5l3.5 3.5L3 11.5M8 12h5',
} as const;

export type IconName = keyof typeof paths;

/** A line drawing of 16 by 16. It adds nothing to the words beside it, so it is hidden from screen readers. */
export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={`icon icon-${name} ${className}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
