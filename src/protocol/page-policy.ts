/** Origins beside a document's own. */
interface PagePlaces {
  /** Of sockets. */
  readonly connect: readonly string[];
  /** Of the Run surface, the one frame that there is. */
  readonly surface: readonly string[];
}

/**
 * The Content-Security-Policy of the one page that the window and the loopback server both show. Inline styles are let
 * through for Monaco and xterm, which write style elements; inline scripts, other frames, forms and foreign images are not.
 */
function pagePolicy({ connect, surface }: PagePlaces): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${surface.length === 0 ? "'none'" : surface.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** That of the Run surface: its own script, style and socket, and only the page around it. */
function surfacePolicy({ connect, pages }: SurfacePlaces): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${pages.join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
}

interface SurfacePlaces {
  readonly connect: readonly string[];
  /** Origins of the page that may hold the surface. */
  readonly pages: readonly string[];
}

/** Headers of every answer to the page, whichever host gives it. */
export function pageHeaders(places: PagePlaces): Readonly<Record<string, string>> {
  return headersWith(pagePolicy(places));
}

/** Headers of every answer to the Run surface. */
export function surfaceHeaders(places: SurfacePlaces): Readonly<Record<string, string>> {
  return headersWith(surfacePolicy(places));
}

function headersWith(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  };
}
