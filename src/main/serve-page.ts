import { protocol, type Session } from 'electron';
import type { PageFiles } from '../node/page/list-page-files';
import { pageHeaders } from '../protocol/page-policy';
import { PAGE_SCHEME, isPageAddress } from './page-address';

/** Must be called before the application is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Answers the page's own scheme from the listed files, and lets the session fetch nothing else. */
export function servePage(session: Session, files: PageFiles): void {
  session.protocol.handle(PAGE_SCHEME, async (request) => {
    const file = isPageAddress(request.url) ? await files.read(decodeURI(new URL(request.url).pathname)) : null;
    if (!file) return new Response(null, { status: 404, headers: pageHeaders([]) });
    return new Response(file.bytes, { headers: { ...pageHeaders([]), 'Content-Type': file.type } });
  });
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const own = isPageAddress(url) || /^(data|blob|devtools):/.test(url);
    answer({ cancel: !own });
  });
}
