import { useEffect, useState } from 'react';
import type { ScriptCheck, ScriptMark } from '../../../protocol/script-facts';
import { useApp } from '../../app/app-context';
import { monaco } from './monaco';

/** A text is looked up after so long without a key, in milliseconds. */
const REST_MS = 600;

/** What the chosen environment says of a text, once it rests. Null: nothing yet, or there is no environment. */
export function useCheck(reproductionId: string, environment: string | null, text: string): ScriptCheck | null {
  const app = useApp();
  const [checked, setChecked] = useState<{ readonly of: string; readonly check: ScriptCheck } | null>(null);
  const of = `${environment ?? ''} ${text}`;
  useEffect(() => {
    if (environment === null) return;
    let current = true;
    const timer = window.setTimeout(() => {
      void app.ask('script/check', { reproductionId, text }, 'quiet').then((check) => {
        if (current && check) setChecked({ of, check });
      });
    }, REST_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [app, reproductionId, environment, text, of]);
  // What was said of another text holds until the new one was looked up: marks move with their lines.
  return environment === null ? null : (checked?.check ?? null);
}

/** Draws marks into a model, each under what it is about. */
export function drawMarks(model: monaco.editor.ITextModel, marks: readonly ScriptMark[]): void {
  const drawn = marks.map((mark): monaco.editor.IMarkerData => {
    const line = Math.min(mark.line ?? 1, model.getLineCount());
    const text = model.getLineContent(line);
    const name = mark.name.split('.').at(-1) ?? mark.name;
    const at = /^\w+$/u.test(name) ? text.search(new RegExp(`\\b${name}\\b`, 'u')) : -1;
    const from = at === -1 ? text.length - text.trimStart().length : at;
    const { MarkerSeverity } = monaco;
    return {
      severity: mark.isReported ? MarkerSeverity.Info : MarkerSeverity.Error,
      message: mark.text,
      startLineNumber: line,
      endLineNumber: line,
      startColumn: from + 1,
      endColumn: (at === -1 ? text.length : at + name.length) + 1,
    };
  });
  monaco.editor.setModelMarkers(model, 'reprise', drawn);
}
