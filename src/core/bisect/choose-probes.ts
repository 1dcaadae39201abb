/**
 * The middle of what is open, or as many places as are tried at once at equal distances. What cannot be tested mostly has neighbours of its kind, so
 * after each that was passed over the next place lies elsewhere: a quarter, three quarters, an eighth, …
 */
export function chooseProbes(open: readonly number[], width: number, passedOver: number): readonly number[] {
  const shares =
    width > 1 && passedOver === 0
      ? Array.from({ length: width }, (_, at) => (at + 1) / (width + 1))
      : Array.from({ length: width }, (_, at) => corput(passedOver * width + at + 1));
  const places = shares.map((part) => Math.min(open.length - 1, Math.floor(part * open.length)));
  return [...new Set(places)].sort((a, b) => a - b).flatMap((place) => open[place] ?? []);
}

/** 1/2, 1/4, 3/4, 1/8, 5/8, … (van der Corput's sequence in base 2). */
function corput(index: number): number {
  let value = 0;
  for (let rest = index, part = 0.5; rest > 0; rest = Math.floor(rest / 2), part /= 2) value += (rest % 2) * part;
  return value;
}
