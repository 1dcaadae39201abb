import { createReadableWriter, type ReadableText } from './readable-text';
import { splitLines } from './split-lines';

const HEADER =
  /^(?:From|To|Cc|Date|Subject|Sent|Reply-To|Message-ID|In-Reply-To|Content-Type|MIME-Version|Received|List-Id)\s{0,3}: ?\S/i;
const QUOTE = /^(?:\s{0,3}>\s?){1,12}/;
/** Lines quoted in Markdown are few; in a mail that was forwarded or answered they are most. */
const MOSTLY = 0.5;
const FEWEST = 4;

/**
 * A mail without the marks of quoting: its headers, of which the subject and the date count, then its text. Null: no mail,
 * and not for the greater part quoted.
 */
export function fromMail(source: string): ReadableText | null {
  const lines = splitLines(source);
  const filled = lines.filter((line) => line.text.trim() !== '');
  const quoted = filled.filter((line) => /^\s{0,3}>/.test(line.text)).length;
  const headers = lines.slice(0, 30).filter((line) => HEADER.test(line.text.slice(0, 200).replace(QUOTE, ''))).length;
  const isQuoted = quoted >= FEWEST && quoted / filled.length > MOSTLY;
  // `>>> ` at the start of lines is a session, not a quote of the third depth.
  const isSession = filled.filter((line) => /^>>> \S/.test(line.text)).length > quoted / 2;
  if ((!isQuoted && !(headers >= 2 && quoted > 0)) || isSession) return null;
  const writer = createReadableWriter();
  lines.forEach((line, at) => {
    const quote = QUOTE.exec(line.text.slice(0, 80))?.[0] ?? '';
    // A prompt behind a mark of quoting is a prompt.
    const prompt = /^>\s>>>\s?/.test(line.text) ? 2 : quote.length;
    const start = line.start + prompt;
    writer.add(source.slice(start, line.end), start, line.end);
    const next = lines[at + 1];
    if (next) writer.add('\n', line.end, next.start);
  });
  return writer.finish();
}
