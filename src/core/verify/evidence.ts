import type { Span } from '../../protocol/primitives';
import type { Evidence } from '../../protocol/verdict';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';

/** A sentence of evidence that leads nowhere. */
export function said(key: MessageKey, args: MessageArguments = {}): Evidence {
  return { text: message(key, args), reference: null };
}

export function inReport(span: Span | null, key: MessageKey, args: MessageArguments = {}): Evidence {
  return { text: message(key, args), reference: span ? { kind: 'report', span } : null };
}

/** `text` is what a reader finds in the run's output. */
export function inOutput(executionId: string, text: string, key: MessageKey, args: MessageArguments = {}): Evidence {
  return { text: message(key, args), reference: { kind: 'output', executionId, text } };
}

/** `line` counts from 1. */
export function inScript(line: number | null, key: MessageKey, args: MessageArguments = {}): Evidence {
  return { text: message(key, args), reference: line !== null && line > 0 ? { kind: 'script', line } : null };
}
