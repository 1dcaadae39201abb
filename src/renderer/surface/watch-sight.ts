/** The second version of the observer tells whether anything covers, fades or filters what it watches. */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

/** Least time between two looks that the browser allows, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** Whether this browser can tell that something lies over a frame. */
export function canTellSight(page: Window & typeof globalThis): boolean {
  return 'IntersectionObserverEntry' in page && 'isVisible' in page.IntersectionObserverEntry.prototype;
}

/** Tells whenever the element comes wholly into sight, uncovered, or goes out of it. */
export function watchSight(
  page: Window & typeof globalThis,
  element: Element,
  onSight: (visible: boolean) => void,
): void {
  const options: SightOptions = { threshold: [0, 0.5, 1], trackVisibility: true, delay: LOOK_EVERY_MS };
  const observer = new page.IntersectionObserver((entries) => {
    const last = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible: boolean }) | undefined;
    if (last) onSight(last.isVisible && last.intersectionRatio === 1);
  }, options);
  observer.observe(element);
}
