import {
  evaluationInputSchema,
  evaluationResultsSchema,
  evaluationSchema,
  evaluationsSchema,
  pageQuerySchema,
} from '../../../platform/index.ts';
import { get, post } from '../../operation.ts';
import { onDeployment } from '../../takes.ts';

const tag = 'Evaluations';
/** Truths of questions are statements over the model, so that who may read it may see them. */
const takes = { ...onDeployment('SchemaRead'), feature: 'evals' } as const;

/** Operations of evaluations: eval questions of agents, answered in the background and graded. */
export const evaluationOperations = {
  start: post('/deployments/:deploymentId/evaluations', {
    id: 'startEvaluation',
    tag,
    summary: 'Ask an agent its eval questions, in the background and with the rights of the caller',
    takes,
    body: evaluationInputSchema,
    answer: evaluationSchema,
    example: { branchName: 'main' },
  }),
  list: get('/deployments/:deploymentId/evaluations', {
    id: 'getEvaluations',
    tag,
    summary: 'List the evaluations of a deployment, newest first',
    takes,
    query: pageQuerySchema,
    answer: evaluationsSchema,
  }),
  get: get('/deployments/:deploymentId/evaluations/:id', {
    id: 'getEvaluation',
    tag,
    summary: 'An evaluation, with the numbers of its verdicts and outcomes',
    takes,
    idOf: 'evaluation',
    isEndless: true,
    answer: evaluationSchema,
  }),
  results: get('/deployments/:deploymentId/evaluations/:id/results', {
    id: 'getEvaluationResults',
    tag,
    summary: 'List the graded questions of an evaluation',
    takes,
    idOf: 'evaluation',
    isEndless: true,
    query: pageQuerySchema,
    answer: evaluationResultsSchema,
  }),
};
