import type { Evaluation, EvaluationResult } from '@orrery/agents';
import type { EvaluationVerdict, WireEvaluation, WireEvaluationResult } from '@orrery/contract';
import { presentInstant } from '../present-instant.ts';

export function presentEvaluation(run: Evaluation): WireEvaluation {
  const { counts, state } = run;
  const instant = (at: number | undefined) => (at === undefined ? null : presentInstant(at));
  return {
    id: run.id,
    status: state,
    branchName: run.branch,
    agentName: run.agentName,
    questionFile: run.questionFile ?? null,
    model: run.model ?? null,
    error: run.error ?? null,
    counts,
    accuracy: state === 'completed' && counts.total > 0 ? counts.pass / counts.total : null,
    createdBy: run.createdBy ?? null,
    createdAt: presentInstant(run.createdAt),
    startedAt: instant(run.startedAt),
    finishedAt: instant(run.finishedAt),
  };
}

const scores: Readonly<Record<EvaluationVerdict, number | null>> = { pass: 1, fail: 0, review: null, error: null };

/** @param isOwn whether its reader started the run: what data says was seen with the rights of that user */
export function presentResult(result: EvaluationResult, isOwn: boolean): WireEvaluationResult {
  const own = (text: string | undefined) => (isOwn ? (text ?? null) : null);
  return {
    id: result.id,
    name: result.name,
    questionTextSnapshot: result.question,
    verdict: result.verdict,
    outcome: result.outcome ?? null,
    score: scores[result.verdict],
    scoreReason: result.reason ?? null,
    scoreDetail: own(result.detail),
    groundTruthSql: result.truthSql,
    agentSql: own(result.agentSql),
    agentAnswer: own(result.agentAnswer),
    answerMs: result.answerMs,
    gradingMs: result.gradingMs,
    finishedAt: presentInstant(result.finishedAt),
  };
}
