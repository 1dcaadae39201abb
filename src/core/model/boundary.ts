import { findSecrets } from '../export/leaks/find-secrets';
import type { DigestOf } from '../ports/digests';
import type { Ids } from '../ports/ids';

/** Characters that a reader does not see and a model does: zero-width, directions, tags, controls. Line ends and tabs stay. */

const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** A word for the fences of one call, which what is fenced cannot know. */
export function makeBoundary(ports: { readonly ids: Ids; readonly digestOf: DigestOf }): string {
  return ports.digestOf(ports.ids.next('boundary')).slice(0, 16);
}

/** Takes out what a reader would not see. */
export function withoutUnseen(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unseen, '');
}

/** Keys and passwords in a report, a project or an output are nobody's business elsewhere. */
function withoutSecrets(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of [...findSecrets(text)].sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    shown += `${text.slice(from, start)}SECRET`;
    from = end;
  }
  return shown + text.slice(from);
}

/** Fences material of others. What is inside cannot close the fence: the word is taken out where it should stand there after all. */
export function fence(boundary: string, label: string, text: string): string {
  const inside = withoutSecrets(withoutUnseen(text)).split(boundary).join('');
  return `<data ${boundary} ${label}>\n${inside}\n</data ${boundary}>`;
}

/** A text of at most so many characters: the beginning and the end, with a mark between them. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil(most * 0.7);
  const left = text.length - most;
  return `${text.slice(0, head)}\n[… ${left} characters left out …]\n${text.slice(text.length - (most - head))}`;
}
