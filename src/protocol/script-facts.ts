import { z } from 'zod';

/** Something that a script names and its environment does not have. */
export const ScriptMark = z.object({
  /** Counted from 1; null: of the script as a whole. */
  line: z.number().int().positive().nullable(),
  /** What is wrong, as it stands in the script. */
  name: z.string(),
  /** The fact in a sentence, with names that are there. */
  text: z.string(),
  /** The report tells of the same fault: here it may be meant. */
  isReported: z.boolean(),
});
export type ScriptMark = z.infer<typeof ScriptMark>;

/** What a look at a script in its environment came to. */
export const ScriptCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checked'), marks: z.array(ScriptMark) }),
  z.object({ kind: z.literal('notChecked'), reason: z.string() }),
]);
export type ScriptCheck = z.infer<typeof ScriptCheck>;

const PythonName = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{M}\p{N}_]+$/u);
const ModuleName = z
  .string()
  .max(400)
  .regex(/^[\p{L}\p{M}\p{N}_.]*$/u);

/** What an editor asks of a place in a script. */
export const WantedFacts = z.discriminatedUnion('kind', [
  /** Members of what the chain of names stands for on this line, counted from 1. */
  z.object({
    kind: z.literal('members'),
    chain: z.array(PythonName).min(1).max(20),
    line: z.number().int().positive(),
  }),
  /** Signature and docstring of it. */
  z.object({
    kind: z.literal('described'),
    chain: z.array(PythonName).min(1).max(20),
    line: z.number().int().positive(),
  }),
  /** What may be imported from a module. */
  z.object({ kind: z.literal('imported'), of: ModuleName, line: z.number().int().positive() }),
  /** Modules below a package; at the top where it is empty. */
  z.object({ kind: z.literal('modules'), of: ModuleName, line: z.number().int().positive() }),
]);
export type WantedFacts = z.infer<typeof WantedFacts>;

const MemberKind = z.enum(['module', 'class', 'function', 'property', 'value']);

/** What the environment's interpreter says. All texts are on one line, and are the packages' own. */
export const ScriptFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('members'), members: z.array(z.object({ name: z.string(), kind: MemberKind })) }),
  z.object({
    kind: z.literal('described'),
    name: z.string(),
    what: MemberKind,
    /** Parenthesised, such as `(input, other=None) -> Tensor`. Null: nobody says. */
    signature: z.string().nullable(),
    /** Names that may be given by keyword. */
    parameters: z.array(z.string()),
    summary: z.string().nullable(),
    module: z.string().nullable(),
    /** A plain value, as Python shows it. */
    shown: z.string().nullable(),
  }),
  /** Nothing can be said for certain. */
  z.object({ kind: z.literal('unknown') }),
  /** The interpreter was not asked, or did not answer. */
  z.object({ kind: z.literal('notAsked'), reason: z.string() }),
]);
export type ScriptFacts = z.infer<typeof ScriptFacts>;
