/** The same picture with at most 256 colours. Errors: throws on a PNG that no browser writes. */
export function shrinkPng(png: Buffer): Buffer;
