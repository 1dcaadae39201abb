import type { SyntaxNode } from '../../ports/python-parser';
import type { FileFacts } from './file-facts';
import type { TrainingUses } from './training-unit';

const LONGEST = 120;

/** What a unit of training works with, read from its own text and, for a call, from the call that compiled its model. */
export function readUses(unit: SyntaxNode, call: SyntaxNode, facts: FileFacts): TrainingUses {
  const { text } = unit;
  const receiver = /^([\w.]+)\.\w+$/.exec(call.childForField('function')?.text ?? '')?.[1] ?? null;
  const compiled = compileArguments(receiver, facts.text);
  const setting = (key: string): string | null => {
    const own = new RegExp(`\\b${key}\\s*=\\s*(\\[[^\\]]*\\]|'[^']*'|"[^"]*"|[\\w.]+(?:\\([^()]*\\))?)`).exec(compiled);
    return own?.[1] ?? null;
  };
  const loss = /^\s*(?:total_)?(\w*loss\w*)\s*[+]?=\s*([A-Za-z_][\w.]*)\s*\(/m.exec(text)?.[2];
  return {
    model: short(modelOf(text, receiver, call, facts)),
    optimizer: short(
      setting('optimizer') ??
        /([A-Za-z_][\w.]*)\.(?:zero_grad|apply_gradients|minimize)\s*\(/.exec(text)?.[1] ??
        /([A-Za-z_][\w.]*(?:opt|optim)\w*)\.(?:step|update)\s*\(/i.exec(text)?.[1] ??
        null,
    ),
    loss: short(setting('loss') ?? loss ?? null),
    data: short(dataOf(unit, call)),
    metrics: short(
      setting('metrics') ??
        /\b(\w*(?:acc|accuracy|metric|f1|auc|dice|iou|bleu|perplexity|reward)\w*)\b/i.exec(text)?.[1] ??
        null,
    ),
  };
}

/** The text behind the `.compile(` of a receiver, up to a screen of it. */
function compileArguments(receiver: string | null, text: string): string {
  if (receiver === null) return '';
  const at = text.indexOf(`${receiver}.compile(`);
  return at < 0 ? '' : text.slice(at, at + 600);
}

function modelOf(text: string, receiver: string | null, call: SyntaxNode, facts: FileFacts): string | null {
  const callee = call.childForField('function')?.text ?? '';
  if (/\.(?:fit|fit_generator|train_on_batch)$/.test(callee)) {
    const first = call.childForField('arguments')?.namedChildren[0];
    return /trainer/i.test(receiver ?? '') ? (first?.text ?? null) : receiver;
  }
  if (/\.train$/.test(callee)) return receiver;
  const optimised = /\(\s*([\w.]+)\.parameters\(\)/.exec(facts.text)?.[1];
  const called = /\b((?:[A-Za-z_][\w.]*)?(?:model|net|generator|policy|critic|actor)\w*)\s*\(/i.exec(text)?.[1];
  return /([A-Za-z_][\w.]*)\.train\(\)/.exec(text)?.[1] ?? called ?? optimised ?? null;
}

/** What the innermost loop goes over, or what a call is given. */
function dataOf(unit: SyntaxNode, call: SyntaxNode): string | null {
  const callee = call.childForField('function')?.text ?? '';
  if (/\.(?:fit|fit_generator|train_on_batch|train)$/.test(callee) && unit.type !== 'function_definition') {
    const given = call.childForField('arguments')?.namedChildren ?? [];
    return (
      given.find((item) => /^\w*(?:train|data|input|x|loader)\w*/i.test(item.text))?.text ?? given[0]?.text ?? null
    );
  }
  const overs = [...unit.text.matchAll(/\bfor\s+[^\n]*?\s+in\s+([^\n]+?):\s*(?:#[^\n]*)?(?=\n|$)/g)].map(
    ([, over]) => over,
  );
  return [...overs].reverse().find((over) => over !== undefined && !/^range\(/.test(over)) ?? overs.at(-1) ?? null;
}

function short(text: string | null): string | null {
  return text === null ? null : text.replace(/\s+/g, ' ').slice(0, LONGEST);
}
