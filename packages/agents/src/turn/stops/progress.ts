import type { Usage } from '../model-step.ts';
import type { TurnLimits } from './limits.ts';

interface CallMade {
  readonly name: string;
  /** Equal for equal inputs, whatever the order of their keys. */
  readonly key: string;
  readonly isError: boolean;
  /** Whether an equal call was made before in the same turn. */
  readonly isRepeated: boolean;
}

/** The progress of a turn so far. */
export interface TurnProgress {
  readonly calls: readonly CallMade[];
  readonly usage: Usage;
  /** The cost of `usage`, in the currency of the prices. */
  readonly cost: number;
  readonly elapsedMs: number;
  readonly limits: TurnLimits;
}

/** Why a turn stops. */
export interface Stop {
  readonly reason: string;
  /** `answer`: the model gets one more step, without tools. `end`: it gets none. `fail`: the turn fails. */
  readonly next: 'answer' | 'end' | 'fail';
  /** Words for the model, or for the user where the turn ends. */
  readonly text: string;
}

export type StopCondition = (progress: TurnProgress) => Stop | undefined;
