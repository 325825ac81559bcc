import type { EvaluationOutcome, EvaluationReason, EvaluationVerdict } from '@orrery/contract';

/** The grade of an answer. */
export interface Grade {
  readonly verdict: EvaluationVerdict;
  /** The result; absent where it cannot be decided. */
  readonly outcome?: EvaluationOutcome;
  /** Absent when it passed. */
  readonly reason?: EvaluationReason;
  /** The reason in words, which may tell of data. */
  readonly detail?: string;
}

export const passed: Grade = { verdict: 'pass', outcome: 'correct' };
