import path from 'node:path';
import type { ModelTraffic } from '../../node/models/create-models';
import { badInput } from './refusal';

/** Where calls of a model are written to or answered from, as typed. */
export interface TypedTraffic {
  readonly record?: string;
  readonly replay?: string;
  readonly inOrder?: boolean;
}

/** Both folders against the working folder. Errors: `badInput` where both are given. */
export function readTraffic({ record, replay, inOrder }: TypedTraffic, workingFolder: string): ModelTraffic {
  if (record !== undefined && replay !== undefined) throw badInput('replay', 'cli.option.recordAndReplay');
  return {
    ...(record === undefined ? {} : { record: path.resolve(workingFolder, record) }),
    ...(replay === undefined ? {} : { replay: path.resolve(workingFolder, replay), inOrder: inOrder === true }),
  };
}
