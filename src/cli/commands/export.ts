import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { askGh } from '../../node/share/ask-gh';
import { signInByDevice } from '../../node/share/sign-in-by-device';
import { clientIdOf } from '../../node/share/client-id-of';
import { waitFor } from '../../node/system/wait-for';
import { zipFiles } from '../../node/share/zip-files';
import { errorCode } from '../../node/system/error-code';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { formatBytes } from '../../protocol/format-bytes';
import type { Result } from '../../protocol/methods';
import { ShareForm } from '../../protocol/sharing';
import { askYesNo } from '../ask';
import { exitCodes } from '../exit-codes';
import { findReproduction } from '../input/find-reproduction';
import { badInput } from '../input/refusal';
import { withHost, type OpenHost } from '../open-host';
import { isInteractive, type Surroundings } from '../surroundings';
import { checkOutFolder, writeOutFolder } from './out-folder';

export interface ExportOptions {
  readonly to: string;
  readonly out?: string;
  readonly xfail?: boolean;
  readonly public?: boolean;
  readonly gist?: string;
  readonly gh?: boolean;
  readonly signIn?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

type Preview = Result<'reproducer/share'>;

/** `reprise export ID --to FORM`: looks through all files, tells what it found, and writes or publishes them. */
export async function exportReproducer(surroundings: Surroundings, id: string, typed: ExportOptions): Promise<number> {
  const form = ShareForm.safeParse(typed.to).data;
  if (form === undefined) {
    throw badInput('to', 'cli.export.to', { value: typed.to, forms: ShareForm.options.join(', ') });
  }
  const place = await placeFor(form, surroundings, typed);
  return withHost(surroundings, typed.home, async (open) => {
    const reproductionId = await findReproduction(open.client, id);
    const preview = await open.client.call('reproducer/share', { reproductionId, form, xfail: typed.xfail === true });
    tellLeaks(surroundings, preview);
    if (form === 'gist') return publish({ surroundings, open, reproductionId, preview, typed });
    if (place === null) surroundings.output.write(preview.files[0]?.text ?? '');
    else await write(form, place, preview);
    const files = preview.files.map((file) => file.path);
    if (typed.json) print(surroundings, JSON.stringify({ folder: place, files, leaks: preview.leaks }));
    else if (place !== null) print(surroundings, doneText(form, place, files));
    return exitCodes.done;
  });
}

function doneText(form: ShareForm, place: string, files: readonly string[]): string {
  const isFolder = form === 'folder' || form === 'pytest';
  return isFolder
    ? message('cli.export.done', { folder: place, files: files.join(', ') })
    : message('cli.export.wrote', { file: place });
}

/** Where it goes; nothing is made yet. Null: to standard output, or nowhere on this disk. */
async function placeFor(form: ShareForm, surroundings: Surroundings, typed: ExportOptions): Promise<string | null> {
  if (form === 'gist') return null;
  if (typed.out === undefined) {
    if (form === 'markdown') return null;
    throw badInput('out', form === 'folder' || form === 'pytest' ? 'cli.export.out' : 'cli.export.outFile');
  }
  if (form === 'folder' || form === 'pytest') return checkOutFolder(surroundings.workingFolder, typed.out);
  const file = path.resolve(surroundings.workingFolder, typed.out);
  if (await stat(file).catch(() => null)) throw badInput('out', 'cli.export.exists', { file: typed.out });
  return file;
}

async function write(form: ShareForm, place: string, { files }: Preview): Promise<void> {
  if (form === 'folder' || form === 'pytest') return writeOutFolder(place, files);
  const bytes = form === 'zip' ? zipFiles(files, 'reproducer') : (files[0]?.text ?? '');
  await writeFile(place, bytes, { flag: 'wx' }).catch((error: unknown) => {
    const reason = errorCode(error) ?? String(error);
    throw new RepriseError('unwritable', message('cli.out.unwritable', { folder: place, reason }), { path: place });
  });
}

/** Errors: `badInput` where a script holds what must not leave. */
function tellLeaks(surroundings: Surroundings, { leaks }: Preview): void {
  for (const leak of leaks) {
    if (leak.treatment === 'refused') throw badInput(leak.file, 'share.refused', leak);
  }
  const counted = new Map<string, number>();
  for (const { file, rule } of leaks) counted.set(`${file}: ${rule}`, (counted.get(`${file}: ${rule}`) ?? 0) + 1);
  for (const [what, count] of counted) {
    surroundings.errors.write(`${message('cli.export.replaced', { what, count })}\n`);
  }
}

interface Publishing {
  readonly surroundings: Surroundings;
  readonly open: OpenHost;
  readonly reproductionId: string;
  readonly preview: Preview;
  readonly typed: ExportOptions;
}

async function publish({ surroundings, open, reproductionId, preview, typed }: Publishing): Promise<number> {
  const isPublic = typed.public === true;
  if (!typed.json) {
    for (const { path: file, text } of preview.files) {
      print(surroundings, `  ${file}  ${formatBytes(Buffer.byteLength(text))}`);
    }
    print(surroundings, message(isPublic ? 'cli.export.gistPublic' : 'cli.export.gistSecret'));
  }
  if (typed.yes !== true) {
    if (!isInteractive(surroundings) || typed.json) throw badInput('yes', 'cli.export.gistYes');
    if (!(await askYesNo(surroundings, message('cli.export.gistAsk'), new AbortController().signal))) {
      return exitCodes.cancelled;
    }
  }
  const token = await tokenFor(surroundings, typed);
  const made = await open.client.call('reproducer/publish', {
    reproductionId,
    digest: preview.digest,
    isPublic,
    gist: typed.gist ?? null,
    ...(token === undefined ? {} : { token }),
  });
  print(surroundings, typed.json ? JSON.stringify(made) : message('cli.export.gistDone', { address: made.address }));
  return exitCodes.done;
}

/** The token that the user wants to be used; undefined: that of the environment. */
async function tokenFor(surroundings: Surroundings, typed: ExportOptions): Promise<string | undefined> {
  if (typed.gh === true) return askGh(surroundings);
  if (typed.signIn !== true) return undefined;
  const { environmentBlock } = surroundings;
  const clientId = clientIdOf(environmentBlock);
  if (clientId === null) throw badInput('sign-in', 'share.device.none');
  const control = new AbortController();
  const ignoreInterrupts = surroundings.onInterrupt(() => control.abort());
  try {
    return await signInByDevice({
      clientId,
      server: environmentBlock['REPRISE_GIST_SERVER'],
      environmentBlock,
      // Beside what a program reads from standard output.
      show: (code) => void surroundings.errors.write(`${message('share.device.show', { ...code })}\n`),
      wait: waitFor,
      signal: control.signal,
    });
  } finally {
    ignoreInterrupts();
  }
}

function print({ output }: Surroundings, line: string): void {
  output.write(`${line}\n`);
}
