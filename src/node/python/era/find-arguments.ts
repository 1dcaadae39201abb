const LONGEST_CALL = 4000;

/** `call(argument` for every keyword argument in code, such as `Trainer(gpus`. Linear in the code. */
export function findArguments(code: string): ReadonlySet<string> {
  const found = new Set<string>();
  // Calls that are open at this place, the innermost last: the name, or null for other brackets.
  const open: { readonly name: string | null; readonly start: number }[] = [];
  for (let index = 0; index < code.length; index += 1) {
    const character = code.charAt(index);
    if (character === '"' || character === "'") index = endOfString(code, index);
    else if (character === '(') open.push({ name: nameBefore(code, index), start: index });
    else if (character === '[' || character === '{') open.push({ name: null, start: index });
    else if (character === ')' || character === ']' || character === '}') open.pop();
    else if (character === '=' && code.charAt(index + 1) !== '=') {
      const call = open.at(-1);
      const argument = /[(,]\s*([A-Za-z_]\w{0,60})\s*$/.exec(code.slice(Math.max(0, index - 200), index))?.[1];
      if (call !== undefined && call.name !== null && argument !== undefined && index - call.start < LONGEST_CALL) {
        found.add(`${call.name}(${argument}`);
      }
    }
  }
  return found;
}

function nameBefore(code: string, bracket: number): string | null {
  return /([A-Za-z_]\w{0,80})\s{0,2}$/.exec(code.slice(Math.max(0, bracket - 84), bracket))?.[1] ?? null;
}

/** The place of the closing quote; the end of the line where a short string is not closed. */
function endOfString(code: string, start: number): number {
  const quote = code.charAt(start);
  if (code.startsWith(quote.repeat(3), start)) {
    const end = code.indexOf(quote.repeat(3), start + 3);
    return end < 0 ? code.length : end + 2;
  }
  for (let index = start + 1; index < code.length; index += 1) {
    const character = code.charAt(index);
    if (character === '\\') index += 1;
    else if (character === quote || character === '\n') return index;
  }
  return code.length;
}
