import { z } from 'zod';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SharedFile } from '../../protocol/sharing';
import { Symptom } from '../../protocol/symptom';
import type { DigestOf } from '../ports/digests';
import { unpackForm } from './carried';
import { REPRODUCER_VERSION } from './metadata';

/** What is used of `reproduction.json`. All else in it is for other readers. */
const Metadata = z.object({
  version: z.number(),
  title: z.string().max(10_000),
  symptom: Symptom,
  outcome: z.string().max(100),
  observed: z.string().max(100_000).nullable(),
  script: z.object({ digest: z.string() }),
  environment: z.object({ python: z.string().max(50), asOf: z.iso.date().nullable() }),
});

/** A reproducer that was written by Reprise, read back from its files. */
export interface Bundle {
  readonly title: string;
  /** The report it is for. */
  readonly report: string;
  readonly script: string;
  readonly symptom: Symptom;
  readonly outcome: string;
  readonly observed: string | null;
  readonly pythonVersion: string;
  readonly asOf: string | null;
  readonly lock: string;
  readonly log: string;
}

/** What the forms of a reproducer are written from: a bundle, and in words what it shows. */
export interface BundleFacts extends Pick<Bundle, 'script' | 'lock' | 'log' | 'outcome' | 'pythonVersion'> {
  /** The symptom in a few words, as Markdown. */
  readonly about: string;
  readonly symptom: string;
  /** All files of it, cleaned, of which a form of one file carries some along. */
  readonly files: readonly SharedFile[];
}

/**
 * Reads a reproducer from its files, wherever they come from: nothing in them is believed but what the digest of the script shows.
 * Errors: `badInput` with a sentence where a file is missing, strange, of a newer version, or the script is not the one that was judged.
 */
export function readBundle(given: readonly SharedFile[], digestOf: DigestOf): Bundle {
  const files = unpackForm(given);
  const textOf = (path: string): string | null => files.find((file) => file.path === path)?.text ?? null;
  const script = required(textOf('reproducer.py'), 'reproducer.py');
  const metadata = parse(required(textOf('reproduction.json'), 'reproduction.json'));
  if (metadata.version > REPRODUCER_VERSION) throw refused('export.bundle.newer');
  if (digestOf(script) !== metadata.script.digest) throw refused('export.bundle.changed');
  const { title, symptom, outcome, observed, environment } = metadata;
  return {
    title,
    report: textOf('report.md') ?? '',
    script,
    symptom,
    outcome,
    observed,
    pythonVersion: environment.python,
    asOf: environment.asOf,
    lock: textOf('requirements.lock') ?? '',
    log: textOf('run.log') ?? '',
  };
}

function required(text: string | null, file: string): string {
  if (text === null) throw refused('export.bundle.missing', file);
  return text;
}

function parse(text: string): z.infer<typeof Metadata> {
  try {
    return Metadata.parse(JSON.parse(text));
  } catch {
    throw refused('export.bundle.strange');
  }
}

function refused(
  key: 'export.bundle.missing' | 'export.bundle.strange' | 'export.bundle.newer' | 'export.bundle.changed',
  file = 'reproducer.py',
): RepriseError<'badInput'> {
  return new RepriseError('badInput', message(key, { file }), { field: 'bundle' });
}
