import {
  madeOAuthClientSchema,
  newOAuthClientSchema,
  oauthClientSchema,
  oauthClientsSchema,
  oauthClientUpdateSchema,
  pageQuerySchema,
} from '../../../platform/index.ts';
import { get, post, put, remove } from '../../operation.ts';
import { admin, governor, withoutTokens } from '../../takes.ts';

const tag = 'Connected applications';
const idOf = 'application';

/** Applications of the account: those that its admins made, and those that act for its users. */
export const oauthClientOperations = {
  list: get('/oauth-clients', {
    id: 'getOAuthClients',
    tag,
    summary: 'List the applications of the account, without their secrets',
    takes: admin,
    query: pageQuerySchema,
    answer: oauthClientsSchema,
  }),
  create: post('/oauth-clients', {
    id: 'createOAuthClient',
    mayConflict: true,
    mayMiss: true,
    tag,
    summary: 'Make an application for users of the account, or with a service account; its secret is shown this once',
    takes: withoutTokens(governor),
    body: newOAuthClientSchema,
    answer: madeOAuthClientSchema,
    example: { name: 'Portal', redirectUris: ['https://portal.example.com/oauth/callback'], scopes: ['platform:read'] },
  }),
  get: get('/oauth-clients/:id', {
    id: 'getOAuthClient',
    tag,
    summary: 'Get an application of the account, without its secret',
    takes: admin,
    idOf,
    answer: oauthClientSchema,
  }),
  update: put('/oauth-clients/:id', {
    id: 'updateOAuthClient',
    mayMiss: true,
    tag,
    summary: 'Change an application that an admin made; absent fields stay unchanged',
    takes: withoutTokens(governor),
    idOf,
    body: oauthClientUpdateSchema,
    answer: oauthClientSchema,
    example: { redirectUris: ['https://portal.example.com/oauth/callback', 'http://localhost/callback'] },
  }),
  rotateSecret: post('/oauth-clients/:id/secret', {
    id: 'rotateOAuthClientSecret',
    mayConflict: true,
    tag,
    summary: 'Make another secret, shown this once; the earlier one ends at once',
    takes: withoutTokens(governor),
    idOf,
    answer: madeOAuthClientSchema,
  }),
  delete: remove('/oauth-clients/:id', {
    id: 'deleteOAuthClient',
    tag,
    summary: 'Delete an application that an admin made; of another one, end all that users have allowed it',
    takes: withoutTokens(governor),
    idOf,
    answer: 'nothing',
  }),
};
