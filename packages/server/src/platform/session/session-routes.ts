import {
  forgottenPasswordSchema,
  redeemSchema,
  sessionsQuerySchema,
  signInSchema,
  type WireSession,
} from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../../http/errors.ts';
import type { Session } from '../../identity/session.ts';
import type { SignedIn } from '../../identity/sign-in-service.ts';
import { readFields, readParameters } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentInstant } from '../present-instant.ts';
import { actingIn, actorOf, adminOf } from '../request-actor.ts';
import { presentCurrentUser } from '../user/present-user.ts';
import { showUser } from '../user/show-users.ts';
import { giveSession, takeSession } from './session-cookie.ts';
import { visitorOf } from './visitor.ts';

type Dependencies = Pick<
  PlatformDependencies,
  'accountId' | 'accounts' | 'signIn' | 'forgottenPasswords' | 'sessions' | 'groups' | 'roles'
>;

/** Strangers send no more than this. */
const publicBodyBytes = 64 * 1024;

const isPublic = { config: { isPublic: true }, bodyLimit: publicBodyBytes } as const;

/** Signing in and out with a browser, and who is signed in. */
export function registerSessionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { accounts, signIn, forgottenPasswords, sessions } = dependencies;

  const begin = async (request: FastifyRequest, reply: FastifyReply, { accountId, user, session }: SignedIn) => {
    giveSession(request, reply, session.text, session.expiresAt);
    const shown = presentCurrentUser(await showUser(accountId, user, dependencies));
    return { user: shown, expiresAt: presentInstant(session.expiresAt) };
  };

  app.post('/session', isPublic, async (request, reply) => {
    const { account, ...credentials } = readFields(signInSchema, request.body);
    const accountId = account === undefined ? dependencies.accountId : await accounts.find(account);
    return begin(request, reply, await signIn.signIn(accountId, credentials, visitorOf(request)));
  });

  app.delete('/session', async (request, reply) => {
    if (request.sessionId === null) throw new NotFound('session.none', 'An API key has no session');
    await sessions.end(actorOf(request).accountId, actingIn(request), request.sessionId);
    takeSession(request, reply);
    return reply.code(204).send();
  });

  app.post('/sign-in-links/redeem', isPublic, async (request, reply) => {
    const { token, password } = readFields(redeemSchema, request.body);
    return begin(request, reply, await signIn.redeem(token, password, visitorOf(request)));
  });

  app.post('/password-resets', isPublic, async (request, reply) => {
    const { account, username } = readFields(forgottenPasswordSchema, request.body);
    const accountId = account === undefined ? dependencies.accountId : await accounts.find(account);
    await forgottenPasswords.ask(accountId, username, visitorOf(request));
    return reply.code(204).send();
  });

  app.get('/sessions', async (request) => {
    const actor = adminOf(request);
    const { userId } = readParameters(sessionsQuerySchema, request.query);
    const page = readPage(request.query);
    const range = { afterId: page.afterId, most: page.size + 1, userId };
    return presentPage(await sessions.list(actor.accountId, range), page, presentSession);
  });

  app.delete('/sessions/:id', async (request, reply) => {
    const actor = adminOf(request);
    await sessions.end(actor.accountId, actingIn(request), pathNumber(request, 'id', 'session'));
    return reply.code(204).send();
  });
}

function presentSession({ createdAt, lastUsedAt, address, userAgent, ...session }: Session): WireSession {
  return {
    ...session,
    createdAt: presentInstant(createdAt),
    lastUsedAt: presentInstant(lastUsedAt),
    address: address ?? null,
    userAgent: userAgent ?? null,
  };
}
