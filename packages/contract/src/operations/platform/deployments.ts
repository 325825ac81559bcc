import {
  accessReportRequestSchema,
  accessReportsSchema,
  deploymentSchema,
  deploymentsQuerySchema,
  deploymentsSchema,
  deploymentTokenSchema,
  deploymentUpdateSchema,
  newDeploymentSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { changing, forViewers, inFrames, onAccount, onDeployment, person, reading } from '../takes.ts';

const tag = 'Deployments';

/** Deployments, and tokens for their Data API. */
export const deploymentOperations = {
  list: get('/deployments', {
    id: 'getDeployments',
    tag,
    summary: 'Deployments that the caller may open and the key is for',
    takes: inFrames(person),
    query: deploymentsQuerySchema,
    answer: deploymentsSchema,
  }),
  create: post('/deployments', {
    id: 'createDeployment',
    mayConflict: true,
    tag,
    summary: 'Make a deployment, which serves nothing yet; takes the right DeploymentCreate',
    takes: { ...onAccount('DeploymentCreate'), allDeployments: true },
    body: newDeploymentSchema,
    answer: deploymentSchema,
    example: { name: 'Europe' },
  }),
  get: get('/deployments/:deploymentId', {
    id: 'getDeployment',
    tag,
    summary: 'A deployment, with the address of its Data API',
    takes: forViewers(onDeployment('DeploymentRead'), 'read'),
    answer: deploymentSchema,
  }),
  update: put('/deployments/:deploymentId', {
    id: 'updateDeployment',
    tag,
    summary: 'Rename a deployment; takes the right DeploymentUpdate',
    takes: changing('DeploymentUpdate'),
    body: deploymentUpdateSchema,
    answer: deploymentSchema,
    example: { name: 'Europe' },
  }),
  delete: remove('/deployments/:deploymentId', {
    id: 'deleteDeployment',
    mayConflict: true,
    tag,
    summary: 'Delete a deployment with everything that is of it; takes the right DeploymentDelete',
    takes: onDeployment('DeploymentDelete'),
    answer: 'nothing',
  }),
  token: post('/deployments/:deploymentId/token', {
    id: 'deploymentToken',
    mayMiss: true,
    mayConflict: true,
    tag,
    summary: 'Make a token for the Data API that is the caller, for an hour',
    takes: reading(forViewers(onDeployment('DeploymentRead'), 'read')),
    answer: deploymentTokenSchema,
  }),
  reportAccess: post('/deployments/:deploymentId/access-report', {
    id: 'reportAccess',
    tag,
    summary:
      'Report what a caller with a security context would see, and which policies decide it; takes the right SchemaRead',
    takes: reading(onDeployment('SchemaRead')),
    body: accessReportRequestSchema,
    answer: accessReportsSchema,
    example: { as: { city: 'Oslo' } },
  }),
};
