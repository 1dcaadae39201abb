import type { PrintedException } from '../../protocol/report';

/** Root modules of the installed packages that the report's exceptions came out of: of each the innermost frame below `site-packages`. Each once. Pure. */
export function tracebackModules(exceptions: readonly Pick<PrintedException, 'frames'>[]): readonly string[] {
  const found = exceptions.flatMap(({ frames }) => {
    const inner = [...frames].reverse().find(({ file }) => /[/\\](?:site|dist)-packages[/\\]/.test(file));
    const path = inner?.file.split(/[/\\](?:site|dist)-packages[/\\]/).at(-1) ?? '';
    return /^([A-Za-z]\w{0,80})(?:[/\\]|\.py$)/.exec(path)?.[1] ?? [];
  });
  return [...new Set(found)];
}
