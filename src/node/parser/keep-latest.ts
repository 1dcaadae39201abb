/** What was made of the texts that were asked for last, together no longer than `most` characters. A longer text is kept alone. */
export function keepLatest<T>(make: (text: string) => T, most: number): (text: string) => T {
  const kept = new Map<string, T>();
  let length = 0;
  return (text) => {
    const known = kept.get(text);
    const made = known ?? make(text);
    if (known === undefined) length += text.length;
    // The latest stands last.
    kept.delete(text);
    kept.set(text, made);
    for (const oldest of kept.keys()) {
      if (length <= most || kept.size === 1) break;
      kept.delete(oldest);
      length -= oldest.length;
    }
    return made;
  };
}
