/** A size for people, in decimal units: `1.3 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  let value = bytes;
  let index = 0;
  while (value >= 999.5 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  const digits = value < 10 && index > 0 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[index] ?? 'B'}`;
}
