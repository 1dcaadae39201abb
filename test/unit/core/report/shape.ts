/** A report in one of the forms that people write, with what reading it must give. Absent fields are not compared. */
export interface Shape {
  readonly name: string;
  readonly text: string;
  readonly title?: string;
  readonly blocks?: readonly string[];
  /** `Class: message | frames`; the message's first line. */
  readonly exceptions?: readonly string[];
  readonly versions?: readonly string[];
  readonly date?: string | null;
  readonly symptom?: string;
}

export const trace = (...frames: string[]): string => ['Traceback (most recent call last):', ...frames].join('\n');
export const frame = (file: string, line: number, name: string, code: string): string =>
  `  File "${file}", line ${line}, in ${name}\n    ${code}`;
export const simple = `${trace(frame('a.py', 3, '<module>', 'f(1)'))}\nValueError: no such size`;
export const fenced = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;
export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
export const quoted = (text: string, mark = '> '): string =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');
export const notebook = (...cells: object[]): string => JSON.stringify({ cells, metadata: {}, nbformat: 4 }, null, 1);
export const code = (source: string, ...outputs: object[]): object => ({
  cell_type: 'code',
  source: [source],
  outputs,
});
