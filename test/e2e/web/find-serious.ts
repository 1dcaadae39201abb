import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** The three looks of the page, as a browser asks for them. */
export const themes = [
  { name: 'light', colorScheme: 'light', contrast: 'no-preference' },
  { name: 'dark', colorScheme: 'dark', contrast: 'no-preference' },
  { name: 'high contrast', colorScheme: 'dark', contrast: 'more' },
] as const;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly html: string;
    readonly failureSummary: string;
  }[];
}

/** Findings of axe that are serious or worse, in the page and in the Run surface, where axe does not reach from the page. */
export async function findSerious(page: Page): Promise<string[]> {
  return (await Promise.all(page.frames().map(checkFrame))).flat();
}

async function checkFrame(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe.source);
  const violations = (await frame.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((it) => it.violations)',
  )) as Finding[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        // Monaco calls a suggestion by what it puts in; the signature beside it is no part of that.
        .filter(({ html }) => id !== 'label-content-name-mismatch' || !html.includes('monaco-list-row'))
        .map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}
