import { z } from 'zod';
import { Span } from './primitives';

/** The largest report that is taken: ten times the longest issue threads, small enough for a frame and an editor. */
export const MAX_REPORT_BYTES = 10 * 1024 * 1024;

/** The study's bug types (arXiv 2401.03069). */
export const BugType = z.enum(['training', 'model', 'tensor-input', 'api', 'gpu', 'mixed']);
export type BugType = z.infer<typeof BugType>;

/** The study's five kinds of component information. */
export const ComponentInformation = z.enum(['logs', 'code', 'data', 'model', 'hyperparameters']);
export type ComponentInformation = z.infer<typeof ComponentInformation>;

export const BlockKind = z.enum(['snippet', 'traceback', 'shell', 'versionTable', 'log', 'dataSample']);
export type BlockKind = z.infer<typeof BlockKind>;

/** A piece of the report that is not prose. `text` is dedented and free of prompts; `span` is its place in the source. */
export const ReportBlock = z.object({
  kind: BlockKind,
  span: Span,
  text: z.string(),
  language: z.string().nullable(),
});
export type ReportBlock = z.infer<typeof ReportBlock>;

/** One line pair of a printed traceback. `line` counts from 1. */
export const PrintedFrame = z.object({
  file: z.string(),
  line: z.number().int().nonnegative(),
  function: z.string().nullable(),
  code: z.string().nullable(),
});
export type PrintedFrame = z.infer<typeof PrintedFrame>;

/** An exception as it was printed. Frames run from the outermost to the innermost. */
export const PrintedException = z.object({
  type: z.string(),
  message: z.string(),
  frames: z.array(PrintedFrame),
  /** `member`: one of an exception group, behind the group itself. */
  relation: z.enum(['raised', 'cause', 'context', 'member']),
  span: Span,
});
export type PrintedException = z.infer<typeof PrintedException>;

/** A version that the report states. `name` is normalised as on the package index; `python` stands for the interpreter. */
export const StatedVersion = z.object({
  name: z.string(),
  version: z.string(),
  span: Span,
  /** `path`: nobody states it; a folder in a path of the report is named for it. */
  source: z.enum(['text', 'freeze', 'versionTable', 'installCommand', 'path']),
});
export type StatedVersion = z.infer<typeof StatedVersion>;

/** Text that a reader of the rendered report would not see. */
export const HiddenText = z.object({
  kind: z.enum(['htmlComment', 'invisible', 'zeroWidth', 'bidirectional', 'controlCharacter']),
  span: Span,
  text: z.string(),
});
export type HiddenText = z.infer<typeof HiddenText>;

export const InformationItem = z.object({
  kind: ComponentInformation,
  present: z.boolean(),
  span: Span.nullable(),
});
export type InformationItem = z.infer<typeof InformationItem>;

/** Words of the reporter with their place. */
export const Passage = z.object({ text: z.string(), span: Span });
export type Passage = z.infer<typeof Passage>;

/** What the report says should happen, what happens instead, and by which steps. */
export const ToldBehaviour = z.object({
  expected: Passage.nullable(),
  actual: Passage.nullable(),
  steps: z.array(Passage),
});
export type ToldBehaviour = z.infer<typeof ToldBehaviour>;

/** What a report lacks by the study's rules, the costliest first. `share`: of bugs like it, those that took it; null: the study does not tell. */
export const Completeness = z.object({
  /** From 0 to 1: the kinds that are there, each counted by how often bugs of the type took it. */
  score: z.number().min(0).max(1),
  missing: z.array(
    z.object({
      kind: z.union([ComponentInformation, z.literal('versions')]),
      share: z.number().min(0).max(1).nullable(),
      sentence: z.string(),
    }),
  ),
  summary: z.string(),
});
export type Completeness = z.infer<typeof Completeness>;

/** What was read from a report. Every item keeps its span in the source. */
export const ReportReadOut = z.object({
  title: z.string(),
  titleSpan: Span.nullable(),
  blocks: z.array(ReportBlock),
  exceptions: z.array(PrintedException),
  versions: z.array(StatedVersion),
  date: z.object({ value: z.iso.date(), span: Span.nullable(), source: z.enum(['given', 'text']) }).nullable(),
  frameworks: z.array(z.string()),
  bugType: BugType.nullable(),
  information: z.array(InformationItem),
  hidden: z.array(HiddenText),
  /** Absent in what earlier versions read; so is `completeness`. */
  told: ToldBehaviour.optional(),
  completeness: Completeness.optional(),
  /** Set when the report was too large to be read whole; says what was read. */
  limited: z.string().nullable(),
});
export type ReportReadOut = z.infer<typeof ReportReadOut>;
