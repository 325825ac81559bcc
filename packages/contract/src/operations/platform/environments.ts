import {
  environmentTokensQuerySchema,
  environmentTokensSchema,
  environmentsQuerySchema,
  environmentsSchema,
  madeEnvironmentTokenSchema,
  newEnvironmentTokenSchema,
} from '../../platform/index.ts';
import { get, post } from '../operation.ts';
import { onDeployment, withoutTokens } from '../takes.ts';

const tag = 'Environments';

/** Environments of a deployment, and tokens for their Data API. */
export const environmentOperations = {
  list: get('/deployments/:deploymentId/environments', {
    id: 'getDeploymentEnvironments',
    tag,
    summary: 'Environments of a deployment',
    takes: onDeployment('DeploymentRead'),
    query: environmentsQuerySchema,
    answer: environmentsSchema,
  }),
  tokens: get('/deployments/:deploymentId/environments/:environmentId/tokens', {
    id: 'getDeploymentEnvironmentTokens',
    tag,
    summary: 'List the valid tokens of an environment, newest first; takes the right DeploymentUpdate',
    takes: onDeployment('DeploymentUpdate'),
    query: environmentTokensQuerySchema,
    answer: environmentTokensSchema,
  }),
  createToken: post('/deployments/:deploymentId/environments/:environmentId/tokens', {
    id: 'createDeploymentEnvironmentToken',
    mayConflict: true,
    tag,
    summary: 'Create a token with a given security context; takes the right DeploymentUpdate',
    takes: withoutTokens(onDeployment('DeploymentUpdate')),
    body: newEnvironmentTokenSchema,
    answer: madeEnvironmentTokenSchema,
    example: { security_context: { city: 'Oslo' } },
  }),
  createMetaToken: post('/deployments/:deploymentId/environments/:environmentId/tokens-for-meta-sync', {
    id: 'createDeploymentEnvironmentTokenForMetaSync',
    mayConflict: true,
    tag,
    summary: 'Create a token that reads metadata but no data, valid for a day; takes the right SchemaRead',
    takes: withoutTokens(onDeployment('SchemaRead')),
    body: newEnvironmentTokenSchema,
    answer: madeEnvironmentTokenSchema,
    example: { security_context: {} },
  }),
};
