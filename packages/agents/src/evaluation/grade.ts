import type { EvaluationOutcome, EvaluationReason, EvaluationVerdict } from '@orrery/contract';

/** What came of a question. */
export interface Grade {
  readonly verdict: EvaluationVerdict;
  /** Absent where nobody can say. */
  readonly outcome?: EvaluationOutcome;
  /** Absent when it passed. */
  readonly reason?: EvaluationReason;
  /** The reason in words, which may tell of data. */
  readonly detail?: string;
}

export const passed: Grade = { verdict: 'pass', outcome: 'correct' };
