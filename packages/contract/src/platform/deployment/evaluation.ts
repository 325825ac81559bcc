import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';

/** The states of a run; `completed` and `failed` are final. */
export const evaluationStates = ['queued', 'running', 'completed', 'failed'] as const;
export type EvaluationState = (typeof evaluationStates)[number];

/** `review`: there was nothing to compare; `error`: the question could not be graded. */
export const evaluationVerdicts = ['pass', 'fail', 'review', 'error'] as const;
export type EvaluationVerdict = (typeof evaluationVerdicts)[number];

/** The outcomes of a question, as the person who sends it sees them. */
export const evaluationOutcomes = ['correct', 'withheld', 'wrong'] as const;
export type EvaluationOutcome = (typeof evaluationOutcomes)[number];

/** The reasons for which a question does not pass. */
export const evaluationReasons = [
  'row-count-mismatch',
  'missing-columns',
  'value-mismatch',
  'unexpected-rows',
  'query-error',
  'ground-truth-failed',
  'agent-error',
  'no-query',
  'unfounded-numbers',
  'too-large',
] as const;
export type EvaluationReason = (typeof evaluationReasons)[number];

export const evaluationInputSchema = z.object({
  branchName: nullAsAbsent(z.string().min(1).max(100)).describe('A branch; absent or main for the deployment itself'),
  agentName: nullAsAbsent(z.string().min(1).max(100)).describe('Absent: the first agent of the files'),
  questionFile: nullAsAbsent(z.string().min(1).max(300)).describe(
    'One file below agents/eval_questions/; absent: all questions of the space of the agent',
  ),
});

export type EvaluationInput = z.infer<typeof evaluationInputSchema>;

const count = z.int().min(0);

export const evaluationCountsSchema = z.strictObject({
  total: count.describe('Questions of the run'),
  finished: count,
  pass: count,
  fail: count,
  review: count,
  error: count,
  correct: count,
  withheld: count,
  wrong: count,
});

export type EvaluationCounts = Readonly<z.infer<typeof evaluationCountsSchema>>;

export const evaluationSchema = z.strictObject({
  id: z.int(),
  status: z.enum(evaluationStates),
  branchName: z.string().nullable().describe('null: the deployment itself'),
  agentName: z.string(),
  questionFile: z.string().nullable(),
  model: z.string().nullable().describe('The model that answers, or analyst; null before the first question'),
  error: z.string().nullable().describe('Why it failed'),
  counts: evaluationCountsSchema,
  accuracy: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Passed questions of all questions; null until it is completed'),
  createdBy: z.int().nullable().describe('The user with whose rights it asks; null when deleted'),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});

export type WireEvaluation = z.infer<typeof evaluationSchema>;

export const evaluationsSchema = z.strictObject({ items: z.array(evaluationSchema), pageInfo: pageInfoSchema });

export const evaluationResultSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  questionTextSnapshot: z.string().describe('The question as it was when the run was started'),
  verdict: z.enum(evaluationVerdicts),
  outcome: z.enum(evaluationOutcomes).nullable().describe('null: nobody can say'),
  score: z.number().min(0).max(1).nullable().describe('1 for pass, 0 for fail, null when nothing was compared'),
  scoreReason: z.enum(evaluationReasons).nullable(),
  scoreDetail: z.string().nullable().describe('The reason in words; only for the user who started the run'),
  groundTruthSql: z.string(),
  agentSql: z.string().nullable().describe('Only for the user who started the run'),
  agentAnswer: z.string().nullable().describe('Only for the user who started the run'),
  answerMs: count,
  gradingMs: count,
  finishedAt: instant,
});

export type WireEvaluationResult = z.infer<typeof evaluationResultSchema>;

export const evaluationResultsSchema = z.strictObject({
  items: z.array(evaluationResultSchema),
  pageInfo: pageInfoSchema,
});
