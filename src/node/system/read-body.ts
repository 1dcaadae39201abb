/** The body of an answer as text in UTF-8. Errors: what `tooLarge` makes where it is longer, and nothing more of it is read; those of the connection. */
export async function readBody(response: Response, maxBytes: number, tooLarge: () => Error): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
