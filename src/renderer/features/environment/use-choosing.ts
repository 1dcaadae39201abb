import { useState } from 'react';
import type { EnvironmentResolution } from '../../../protocol/environment';
import type { Params } from '../../../protocol/methods';
import { isRunning } from '../../../protocol/reproduction/next-act';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp } from '../../app/app-context';

export type Choice = Omit<Params<'environment/choose'>, 'reproductionId'>;

/** The host takes a choice where nothing runs, or where the plan waits for a word. */
export function mayChoose(state: ReproductionState): boolean {
  return !isRunning(state) || state.phase === 'awaitingPlan';
}

export interface Choosing {
  readonly isActing: boolean;
  /** The table as it was when the host was asked; null: it is not being asked. */
  readonly before: EnvironmentResolution | null;
  /** The last choice was taken, and the table shows what it comes to. */
  readonly isChosen: boolean;
  /** Why it could not be chosen so, for people. */
  readonly refused: string | null;
  /** Lets the host choose by what is wanted otherwise. True: it is in the table; else nothing was changed. */
  readonly choose: (choice: Choice) => Promise<boolean>;
}

/** Lets the host choose the environment of a reproduction, for a person to see. Nothing is installed. */
export function useChoosing({ id, environment }: Pick<ReproductionState, 'id' | 'environment'>): Choosing {
  const app = useApp();
  const [isActing, setActing] = useState(false);
  const [before, setBefore] = useState<EnvironmentResolution | null>(null);
  const [isChosen, setChosen] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  const tell = (text: string | null): boolean => {
    setRefused(text);
    // It stands beside what was typed, so not above the page as well.
    app.report(null);
    setActing(false);
    setBefore(null);
    return false;
  };
  const choose = async (choice: Choice): Promise<boolean> => {
    setActing(true);
    setBefore(environment.resolution);
    setChosen(false);
    setRefused(null);
    const answer = await app.ask('environment/resolve', { reproductionId: id, ...choice });
    if (!answer) return tell(app.store.getState().problem);
    if (answer.kind === 'failed') return tell(answer.message);
    setActing(false);
    setBefore(null);
    setChosen(true);
    return true;
  };
  return { isActing, before, isChosen, refused, choose };
}
