/** A requirement that a file declares. */
export interface Declared {
  readonly kind: 'requirement';
  /** As written. */
  readonly name: string;
  /** PEP 440, without spaces; empty: any. */
  readonly specifier: string;
}

/** A line that would lead elsewhere than to the index, or that is not a requirement: shown, and not followed. */
export interface LeftOut {
  readonly kind: 'leftOut';
  readonly text: string;
  readonly why: 'index' | 'link' | 'editable' | 'address' | 'path' | 'option';
}

/** Another file of the same project. */
export interface Included {
  readonly kind: 'include';
  readonly file: string;
  /** Whether it only bounds what others declare. */
  readonly bounds: boolean;
}

export type Declaration = Declared | LeftOut | Included;

/** What one file says. */
export interface DeclaredFile {
  readonly declarations: readonly Declaration[];
  /** Exact interpreter, such as `3.8`, where one is named. */
  readonly python: string | null;
  /** Which interpreters it allows, PEP 440. */
  readonly pythonRange: string | null;
  /** The project's own name. */
  readonly own: string | null;
}

const LONGEST_SHOWN = 160;

export function leftOut(text: string, why: LeftOut['why']): LeftOut {
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return { kind: 'leftOut', text: line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line, why };
}

export function declaredFile(declarations: readonly Declaration[], over: Partial<DeclaredFile> = {}): DeclaredFile {
  return { declarations, python: null, pythonRange: null, own: null, ...over };
}
