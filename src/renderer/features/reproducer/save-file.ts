/** Hands a file to the user, as a download. `data` is base64. */
export function saveFile(document: Document, { name, data }: { readonly name: string; readonly data: string }): void {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn; the memory is free again then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
