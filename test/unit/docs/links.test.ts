import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, root } from './documents';

interface Link {
  readonly from: string;
  readonly to: string;
}

/** Links and pictures that lead to files of the repository, without what stands in code. */
function links(): readonly Link[] {
  return documents().flatMap(({ path: from, text }) => {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
    const targets = [
      ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
      ...[...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, target = '']) => target),
    ];
    return targets.filter((target) => !/^[a-z]+:/.test(target)).map((to) => ({ from, to }));
  });
}

/** The anchor that a heading gets. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const fileOf = ({ from, to }: Link): string =>
  path.posix.join(path.posix.dirname(from), to.split('#')[0] || path.posix.basename(from));

describe('links of the documents', () => {
  it('lead to files that are there', () => {
    expect(links().length).toBeGreaterThan(50);
    expect(links().filter((link) => !existsSync(path.join(root, fileOf(link))))).toEqual([]);
  });

  it('lead to headings that are there', () => {
    const broken = links().filter((link) => {
      const [, anchor] = link.to.split('#');
      if (anchor === undefined) return false;
      return !anchorsOf(readFileSync(path.join(root, fileOf(link)), 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('lead from the index to every page of docs', () => {
    const all = links();
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const link of all) if (link.from === page) visit(fileOf(link));
    };
    visit('docs/README.md');
    const pages = documents().map(({ path: name }) => name);
    expect(pages.filter((name) => name.startsWith('docs/') && !reached.has(name))).toEqual([]);
  });

  it('lead from the README to the index', () => {
    expect(links()).toContainEqual({ from: 'README.md', to: 'docs/README.md' });
  });
});

describe('files that documents name in code', () => {
  it('are there', () => {
    const missing = documents()
      .filter(({ path: name }) => name !== 'CHANGELOG.md')
      .flatMap(({ path: from, text }) =>
        [...text.matchAll(/`((?:docs|src|test|scripts|resources|bench|bin|examples)\/[\w./-]+)`/g)].map(
          ([, to = '']) => ({
            from,
            to,
          }),
        ),
      )
      // Paths within the packaged program.
      .filter(({ to }) => !/^resources\/(?:app\.asar|program)/.test(to))
      .filter(({ to }) => !existsSync(path.join(root, to)));
    expect(missing).toEqual([]);
  });
});
