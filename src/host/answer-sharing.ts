import type { HostPorts } from '../core/ports/host-ports';
import { cleanFiles } from '../core/export/leaks/clean-files';
import { prepareShare } from '../core/export/prepare-share';
import { publishGist } from '../core/export/publish-gist';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { Handlers } from '../protocol/methods';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { Leak, SharedFile, ShareForm } from '../protocol/sharing';
import type { Caller } from './caller';
import { notFound } from './refusals';
import type { Reproductions } from './reproductions';

type Methods = 'reproducer/share' | 'reproducer/pack' | 'reproducer/publish';

interface Preview {
  readonly files: SharedFile[];
  readonly leaks: Leak[];
  readonly digest: string;
}

/** What of a reproducer may leave the machine, and its way out. */
export function answerSharing(options: {
  readonly ports: HostPorts;
  readonly reproductions: Reproductions;
}): Pick<Handlers<Caller>, Methods> {
  const { ports, reproductions } = options;

  async function preview(state: ReproductionState, form: ShareForm, xfail: boolean): Promise<Preview> {
    if (!state.reproducer) throw notFound('reproducer', state.id, 'errors.noReproducer');
    const { files, leaks } = await prepareShare({
      files: await ports.store.readReproducer(state.id, state.reproducer.folder),
      form,
      xfail,
      seconds: state.options.timeLimit,
      machine: ports.machine,
      scanner: ports.scanner,
      digestOf: ports.digestOf,
    });
    const digest = ports.digestOf(JSON.stringify(files.map(({ path, text }) => [path, text])));
    return { files: [...files], leaks: [...leaks], digest };
  }

  /** The preview that a person has seen. Errors: `conflict` where it is another now; `badInput` where it may not leave. */
  async function seen(
    state: ReproductionState,
    { form, xfail, digest }: { readonly form: ShareForm; readonly xfail: boolean; readonly digest: string },
  ): Promise<Preview> {
    const now = await preview(state, form, xfail);
    if (now.digest !== digest) {
      throw new RepriseError('conflict', message('share.changed'), { expected: digest, actual: now.digest });
    }
    const refused = now.leaks.find(({ treatment }) => treatment === 'refused');
    if (refused) throw new RepriseError('badInput', message('share.refused', refused), { field: refused.file });
    return now;
  }

  /** The report's own code, before any edit. What would give something away is taken out: it is not what ran. */
  async function snippetOf(state: ReproductionState): Promise<string> {
    const first = state.attempts[0];
    if (!first) return '';
    const { text } = await ports.store.readScript(state.id, first.scriptDigest);
    const { files } = await cleanFiles({ files: [{ path: 'snippet', text }], ...ports });
    return files[0]?.text ?? '';
  }

  return {
    'reproducer/share': ({ reproductionId, form, xfail = false }) =>
      reproductions.use(reproductionId, ({ session }) => preview(session.state(), form, xfail)),
    'reproducer/pack': ({ reproductionId, form, xfail = false, digest }) =>
      reproductions.use(reproductionId, async ({ session }) => {
        const { files } = await seen(session.state(), { form, xfail, digest });
        const [only] = files;
        const isOne = (form === 'markdown' || form === 'notebook') && only !== undefined;
        const bytes = isOne ? new TextEncoder().encode(only.text) : ports.pack(files, 'reproducer');
        return { name: isOne ? only.path : 'reproducer.zip', data: Buffer.from(bytes).toString('base64') };
      }),
    'reproducer/publish': ({ reproductionId, digest, isPublic, gist, token: given }, { client }) =>
      reproductions.use(reproductionId, async ({ session }) => {
        const state = session.state();
        const { files } = await seen(state, { form: 'gist', xfail: false, digest });
        const token = given ?? (await ports.secrets.read('github-token')) ?? (await ports.secrets.read('gh-token'));
        if (token === null) throw new RepriseError('badInput', message('share.gist.noToken'), { field: 'token' });
        const made = await publishGist(
          ports.gists,
          {
            files,
            snippet: await snippetOf(state),
            description: state.title.slice(0, 200),
            isPublic,
            gist,
          },
          { token, signal: client.signal },
        );
        return { id: made.id, address: made.address, isPublic: made.isPublic, revisions: made.revisions };
      }),
  };
}
