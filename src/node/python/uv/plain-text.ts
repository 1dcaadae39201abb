/** Text as a person reads it: without colours, cursor moves and lines that were written over. */
export function plainText(terminalText: string): string {
  return terminalText
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, '')
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1).trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}
