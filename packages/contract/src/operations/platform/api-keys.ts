import {
  apiKeySchema,
  apiKeysSchema,
  apiKeyUpdateSchema,
  madeApiKeySchema,
  newApiKeySchema,
  pageQuerySchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { admin, withoutTokens } from '../takes.ts';

const tag = 'API keys';

/** API keys of the account. */
export const apiKeyOperations = {
  list: get('/api-keys', {
    id: 'getApiKeys',
    tag,
    summary: 'API keys of the account, without their texts',
    takes: admin,
    query: pageQuerySchema,
    answer: apiKeysSchema,
  }),
  create: post('/api-keys', {
    id: 'createApiKey',
    mayMiss: true,
    tag,
    summary: 'Make an API key that acts as the caller; its text is shown this once',
    takes: withoutTokens(admin),
    body: newApiKeySchema,
    answer: madeApiKeySchema,
    example: { name: 'nightly', deploymentIds: [1] },
  }),
  update: put('/api-keys/:id', {
    id: 'updateApiKey',
    tag,
    summary: 'Change what a key is called and which deployments it is for',
    takes: withoutTokens(admin),
    idOf: 'API key',
    body: apiKeyUpdateSchema,
    answer: apiKeySchema,
    example: { name: 'hourly', deploymentIds: [1] },
  }),
  revoke: remove('/api-keys/:id', {
    id: 'revokeApiKey',
    tag,
    summary: 'End an API key',
    takes: admin,
    idOf: 'API key',
    answer: 'nothing',
  }),
};
