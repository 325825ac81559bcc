import {
  embedExchangeSchema,
  embedSessionsSchema,
  embedTokenSchema,
  madeEmbedSessionSchema,
  newEmbedSessionSchema,
  pageQuerySchema,
  sessionThemeSchema,
} from '../../platform/index.ts';
import { get, post, remove } from '../operation.ts';
import { admin, anybody, forViewers, governor, person } from '../takes.ts';

const tag = 'Embedding';

/** Sessions of viewers of embedded content. */
export const embedSessionOperations = {
  generate: post('/embed/generate-session', {
    id: 'generateSession',
    mayMiss: true,
    tag,
    summary: 'Make a session for a viewer of embedded content; a browser exchanges it once, within five minutes',
    takes: { ...admin, feature: 'embedding' },
    body: newEmbedSessionSchema,
    answer: madeEmbedSessionSchema,
    example: { deploymentId: 1, externalId: 'u1' },
  }),
  exchange: post('/embed/session/token', {
    id: 'exchangeEmbedSession',
    tag,
    summary: 'Exchange a session for a token, which lasts a day',
    takes: { ...anybody, isForAllPages: true },
    body: embedExchangeSchema,
    answer: embedTokenSchema,
    example: { sessionId: 'the session' },
  }),
  theme: get('/users/embed-theme', {
    id: 'getEmbedTheme',
    tag,
    summary: 'Get the look that the session of the caller was made with',
    takes: forViewers(person, 'locked'),
    answer: sessionThemeSchema,
  }),
  list: get('/embed-tenants/:embedTenantName/sessions', {
    id: 'getEmbedSessions',
    tag,
    summary: 'List the sessions of an embed tenant that browsers have exchanged and that have not ended',
    takes: admin,
    query: pageQuerySchema,
    answer: embedSessionsSchema,
  }),
  revoke: remove('/embed-tenants/:embedTenantName/sessions/:id', {
    id: 'revokeEmbedSession',
    tag,
    summary: 'End a session of an embed tenant; its token is refused within a second',
    takes: admin,
    idOf: 'session',
    isEndless: true,
    answer: 'nothing',
  }),
  revokeOfUser: remove('/embed-tenants/:embedTenantName/users/:id/sessions', {
    id: 'revokeEmbedSessionsOfUser',
    tag,
    summary: 'End all sessions of a viewer of an embed tenant',
    takes: governor,
    idOf: 'user',
    answer: 'nothing',
  }),
};
