import { createHash } from 'node:crypto';
import type { DigestOf } from '../../core/ports/digests';

/** SHA-256 of a text's UTF-8 bytes in lower-case hexadecimal. */
export const digestOf: DigestOf = (text) => createHash('sha256').update(text, 'utf8').digest('hex');
