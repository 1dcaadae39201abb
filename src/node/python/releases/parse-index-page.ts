import { z } from 'zod';

/** A file of a distribution, as the index lists it. */
export interface IndexFile {
  readonly name: string;
  /** PEP 440 range of interpreters; null: any. */
  readonly pythons: string | null;
  readonly yanked: boolean;
  /** Null: this index tells no days. */
  readonly day: string | null;
}

const MOST_FILES = 50_000;

/** PEP 691 and 700; what is more in it is passed over. */
const JsonPage = z.object({
  files: z
    .array(
      z.object({
        filename: z.string(),
        'requires-python': z.string().nullish(),
        yanked: z.union([z.boolean(), z.string()]).nullish(),
        'upload-time': z.string().nullish(),
      }),
    )
    .max(MOST_FILES),
});

/** The files on a page of the simple index, as JSON (PEP 691) or HTML (PEP 503). Null: it is neither. */
export function parseIndexPage({
  contentType,
  text,
}: {
  readonly contentType: string;
  readonly text: string;
}): readonly IndexFile[] | null {
  return /json/i.test(contentType) ? fromJson(text) : fromHtml(text);
}

function fromJson(text: string): readonly IndexFile[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const page = JsonPage.safeParse(value);
  if (!page.success) return null;
  return page.data.files.map((file) => ({
    name: file.filename,
    pythons: file['requires-python'] ?? null,
    yanked: file.yanked === true || typeof file.yanked === 'string',
    day: /^\d{4}-\d{2}-\d{2}(?=T)/.exec(file['upload-time'] ?? '')?.[0] ?? null,
  }));
}

const ANCHOR = /<a\s([^>]{0,4000})>([^<]{1,300})<\/a>/gi;

function fromHtml(text: string): readonly IndexFile[] | null {
  if (!/<html|<!doctype html|<a\s/i.test(text.slice(0, 2000))) return null;
  return [...text.matchAll(ANCHOR)].slice(0, MOST_FILES).map(([, attributes = '', name = '']) => ({
    name: unescaped(name).trim(),
    pythons: attributeOf(attributes, 'data-requires-python'),
    yanked: /\sdata-yanked(?:=|\s|$)/i.test(` ${attributes}`),
    day: null,
  }));
}

function attributeOf(attributes: string, name: string): string | null {
  const [, double, single] = new RegExp(`${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? null : unescaped(value);
}

const entities: Readonly<Record<string, string>> = { '&gt;': '>', '&lt;': '<', '&quot;': '"', '&#39;': "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:gt|lt|quot|#39);/g, (entity) => entities[entity] ?? entity).replace(/&amp;/g, '&');
}
