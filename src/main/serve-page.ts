import { protocol, type Session } from 'electron';
import type { PageFiles } from '../node/page/list-page-files';
import { pageHeaders, surfaceHeaders } from '../protocol/page-policy';
import { PAGE_ORIGIN, PAGE_SCHEME, SURFACE_SCHEME, isPageAddress, isSurfaceAddress } from './page-address';

/** Must be called before the application is ready. */
export function registerPageScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges },
    { scheme: SURFACE_SCHEME, privileges },
  ]);
}

/** Answers the schemes of the page and of the Run surface from the listed files, and lets the session fetch nothing else. */
export function servePage(session: Session, files: PageFiles): void {
  const forPage = pageHeaders({ connect: [], surface: [`${SURFACE_SCHEME}:`] });
  session.protocol.handle(PAGE_SCHEME, async ({ url }) => {
    const file = isPageAddress(url) ? await files.read(decodeURI(new URL(url).pathname)) : null;
    if (!file) return new Response(null, { status: 404, headers: forPage });
    return new Response(file.bytes, { headers: { ...forPage, 'Content-Type': file.type } });
  });
  const forSurface = surfaceHeaders({ connect: [], pages: [PAGE_ORIGIN] });
  session.protocol.handle(SURFACE_SCHEME, async ({ url }) => {
    const file = isSurfaceAddress(url) ? await readSurfaceFile(files, decodeURI(new URL(url).pathname)) : null;
    if (!file) return new Response(null, { status: 404, headers: forSurface });
    return new Response(file.bytes, { headers: { ...forSurface, 'Content-Type': file.type } });
  });
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const own = isPageAddress(url) || isSurfaceAddress(url) || /^(data|blob|devtools):/.test(url);
    answer({ cancel: !own });
  });
}

/** Nothing of the page's documents is at the surface's place. */
async function readSurfaceFile(files: PageFiles, path: string): ReturnType<PageFiles['read']> {
  if (path === '/') return await files.read('/surface.html');
  return path.startsWith('/assets/') ? await files.read(path) : null;
}
