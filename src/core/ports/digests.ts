/** Gives the SHA-256 of a text's UTF-8 bytes in lower-case hexadecimal. */
export type DigestOf = (text: string) => string;
