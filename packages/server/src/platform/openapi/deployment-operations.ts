import {
  accessReportRequestSchema,
  accessReportsSchema,
  deploymentSchema,
  deploymentsQuerySchema,
  deploymentsSchema,
  deploymentTokenSchema,
  environmentsQuerySchema,
  environmentsSchema,
  environmentTokensQuerySchema,
  environmentTokensSchema,
  madeEnvironmentTokenSchema,
  newEnvironmentTokenSchema,
  queryHistoryDetailSchema,
  queryHistoryParametersSchema,
  queryHistorySchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const deployments = { tag: 'Deployments' };
const environments = { tag: 'Environments' };
const history = { tag: 'Query history', isForAdmins: true } as const;

export const deploymentOperations: Operations = {
  'GET /deployments': {
    ...deployments,
    id: 'getDeployments',
    summary: 'Deployments that the caller may open and the key is for',
    query: deploymentsQuerySchema,
    answer: deploymentsSchema,
  },
  'GET /deployments/:deploymentId': {
    ...deployments,
    id: 'getDeployment',
    summary: 'A deployment, with the address of its Data API',
    answer: deploymentSchema,
  },
  'POST /deployments/:deploymentId/token': {
    ...deployments,
    id: 'deploymentToken',
    summary: 'Make a token for the Data API that is the caller, for an hour',
    answer: deploymentTokenSchema,
  },
  'POST /deployments/:deploymentId/access-report': {
    ...deployments,
    id: 'reportAccess',
    summary: 'What somebody with a security context would see, and which policy says so; takes the right SchemaRead',
    body: accessReportRequestSchema,
    answer: accessReportsSchema,
  },
  'GET /deployments/:deploymentId/environments': {
    ...environments,
    id: 'getDeploymentEnvironments',
    summary: 'Environments of a deployment',
    query: environmentsQuerySchema,
    answer: environmentsSchema,
  },
  'GET /deployments/:deploymentId/environments/:environmentId/tokens': {
    ...environments,
    id: 'getDeploymentEnvironmentTokens',
    summary: 'Tokens made there that still last, newest first; takes the right DeploymentUpdate',
    query: environmentTokensQuerySchema,
    answer: environmentTokensSchema,
  },
  'POST /deployments/:deploymentId/environments/:environmentId/tokens': {
    ...environments,
    id: 'createDeploymentEnvironmentToken',
    summary: "Make a token with a security context of one's choice; takes the right DeploymentUpdate",
    body: newEnvironmentTokenSchema,
    answer: madeEnvironmentTokenSchema,
  },
  'POST /deployments/:deploymentId/environments/:environmentId/tokens-for-meta-sync': {
    ...environments,
    id: 'createDeploymentEnvironmentTokenForMetaSync',
    summary: 'Make a token that reads metadata and no data, for a day; takes the right SchemaRead',
    body: newEnvironmentTokenSchema,
    answer: madeEnvironmentTokenSchema,
  },
  'GET /deployments/:deploymentId/query-history': {
    ...history,
    id: 'getQueryHistory',
    summary: 'What was asked of a deployment, newest first',
    query: queryHistoryParametersSchema,
    answer: queryHistorySchema,
  },
  'GET /deployments/:deploymentId/query-history/:id': {
    ...history,
    id: 'getQueryHistoryEntry',
    summary: 'One entry, with its SQL and without the values of parameters',
    answer: queryHistoryDetailSchema,
  },
};
