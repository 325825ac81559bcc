import type { EvaluationCounts, EvaluationState } from '@orrery/contract';
import type { GradedQuestion, QuestionToGrade } from './ask-question.ts';

/** A run as it is executed: the agent, and the user with whose rights its questions are answered. */
export interface EvaluationToRun {
  readonly id: number;
  readonly accountId: number;
  readonly deploymentId: number;
  /** `null` for the deployment itself. */
  readonly branch: string | null;
  readonly agentName: string;
  /** The user with whose rights it asks; absent when deleted. */
  readonly createdBy: number | undefined;
  readonly startedAt: number | undefined;
}

/** A run as it is shown. */
export interface Evaluation extends EvaluationToRun {
  readonly questionFile: string | undefined;
  readonly state: EvaluationState;
  readonly model: string | undefined;
  readonly error: string | undefined;
  readonly counts: EvaluationCounts;
  readonly createdAt: number;
  readonly finishedAt: number | undefined;
}

export interface NamedQuestion extends QuestionToGrade {
  readonly name: string;
}

/** A run that is to be started, with its questions as the files have them now. */
export interface PlannedEvaluation {
  readonly deploymentId: number;
  readonly branch: string | null;
  readonly agentName: string;
  readonly questionFile: string | undefined;
  readonly questions: readonly NamedQuestion[];
}

/** A question of a run that was not graded yet. */
export interface PendingQuestion extends NamedQuestion {
  readonly id: number;
}

export interface EvaluationResult extends NamedQuestion, Omit<GradedQuestion, 'model'> {
  readonly id: number;
  readonly finishedAt: number;
}

/** How a run ends. */
export interface EvaluationEnd {
  readonly state: 'completed' | 'failed';
  readonly error?: string;
}
