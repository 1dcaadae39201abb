/**
 * The Content-Security-Policy of the one page that the window and the loopback server both show.
 * `connect` lists the origins of sockets beside the page's own. Inline styles are let through for Monaco and xterm,
 * which write style elements; inline scripts, frames, forms and foreign images are not.
 */
export function pagePolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer to the page, whichever host gives it. */
export function pageHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': pagePolicy(connect),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  };
}
