import { queryHistoryDetailSchema, queryHistoryParametersSchema, queryHistorySchema } from '../../platform/index.ts';
import { get } from '../operation.ts';
import { adminOfDeployment } from '../takes.ts';

const tag = 'Query history';

/** Queries sent to a deployment. */
export const queryHistoryOperations = {
  list: get('/deployments/:deploymentId/query-history', {
    id: 'getQueryHistory',
    tag,
    summary: 'List the queries of a deployment, newest first',
    takes: adminOfDeployment,
    query: queryHistoryParametersSchema,
    answer: queryHistorySchema,
  }),
  get: get('/deployments/:deploymentId/query-history/:id', {
    id: 'getQueryHistoryEntry',
    tag,
    summary: 'One entry, with its SQL and without the values of parameters',
    takes: adminOfDeployment,
    idOf: 'entry',
    isEndless: true,
    answer: queryHistoryDetailSchema,
  }),
};
