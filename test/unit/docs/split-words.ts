/** The commands of a line, each as its words, with quotes taken off: enough of a shell for what documents show. */
export function splitWords(line: string): readonly (readonly string[])[] {
  const tokens = [...line.matchAll(/"([^"]*)"|'([^']*)'|(&&|\|)|([^\s"']+)/g)].map(([, double, single, mark, plain]) =>
    mark === undefined ? { word: double ?? single ?? plain ?? '' } : { mark },
  );
  const commands: string[][] = [[]];
  for (const token of tokens) {
    if ('mark' in token) commands.push([]);
    else commands.at(-1)?.push(token.word);
  }
  return commands.filter((words) => words.length > 0);
}
