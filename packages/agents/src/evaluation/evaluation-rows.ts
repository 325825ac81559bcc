import {
  type EvaluationCounts,
  evaluationOutcomes,
  evaluationReasons,
  evaluationStates,
  evaluationVerdicts,
} from '@orrery/contract';
import type { Tables } from '@orrery/store';
import type { Selectable } from 'kysely';
import { countResults } from './count-results.ts';
import type { Evaluation, EvaluationResult, EvaluationToRun } from './evaluation.ts';
import { evaluationBounds } from './evaluation-bounds.ts';

export type EvaluationRow = Selectable<Tables['evaluation_run']>;
type ResultRow = Selectable<Tables['evaluation_result']>;

/** Columns of a question that was not graded. */
export const nothingYet = {
  ...{ verdict: null, outcome: null, reason: null, detail: null },
  ...{ agent_sql: null, agent_answer: null, answer_ms: null, grading_ms: null, finished_at: null },
};

export function toRun(row: EvaluationRow): EvaluationToRun {
  return {
    id: row.id,
    accountId: row.account_id,
    deploymentId: row.deployment_id,
    branch: row.branch,
    agentName: row.agent_name,
    createdBy: row.created_by ?? undefined,
    startedAt: row.started_at ?? undefined,
  };
}

export function readRun(row: EvaluationRow): Omit<Evaluation, keyof EvaluationToRun | 'counts'> {
  return {
    questionFile: row.question_file ?? undefined,
    state: oneOf(evaluationStates, row.state),
    model: row.model ?? undefined,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  };
}

export function readResult(row: ResultRow): EvaluationResult {
  return {
    id: row.id,
    name: row.name,
    question: row.question,
    truthSql: row.truth_sql,
    verdict: oneOf(evaluationVerdicts, row.verdict ?? ''),
    ...(row.outcome === null ? {} : { outcome: oneOf(evaluationOutcomes, row.outcome) }),
    ...(row.reason === null ? {} : { reason: oneOf(evaluationReasons, row.reason) }),
    ...(row.detail === null ? {} : { detail: row.detail }),
    ...(row.agent_sql === null ? {} : { agentSql: row.agent_sql }),
    ...(row.agent_answer === null ? {} : { agentAnswer: row.agent_answer }),
    answerMs: row.answer_ms ?? 0,
    gradingMs: row.grading_ms ?? 0,
    finishedAt: row.finished_at ?? 0,
  };
}

interface CountRow extends Pick<ResultRow, 'verdict' | 'outcome'> {
  readonly count: number;
}

export function countsOf(rows: readonly CountRow[]): EvaluationCounts {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const graded = rows.flatMap(({ verdict, outcome, count }) => {
    if (verdict === null) return [];
    const reached = outcome === null ? {} : { outcome: oneOf(evaluationOutcomes, outcome) };
    return [{ verdict: oneOf(evaluationVerdicts, verdict), ...reached, count }];
  });
  return countResults(graded, total);
}

/** Answers may be long, and may contain characters that no store accepts. */
export function storable(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '').slice(0, evaluationBounds.text).toWellFormed();
}

function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text);
  if (found) return found;
  throw new Error(`an evaluation has '${text}', which is not one of ${known.join(', ')}`);
}
