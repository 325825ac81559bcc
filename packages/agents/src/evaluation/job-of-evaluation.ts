import type { EvaluationToRun } from './evaluation.ts';

export const evaluationJobKind = 'evaluation';

/** The job that asks the next questions of a run. */
export function jobOfEvaluation(
  { id, accountId, deploymentId }: Pick<EvaluationToRun, 'id' | 'accountId' | 'deploymentId'>,
  now: number,
) {
  return { accountId, deploymentId, kind: evaluationJobKind, payload: { evaluationId: id }, dueAt: now };
}
