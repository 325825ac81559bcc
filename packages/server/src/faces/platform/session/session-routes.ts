import { type BodyOf, sessionOperations, startKeyOperations, type WireSession } from '@orrery/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ForgottenPasswords } from '@orrery/content';
import { NotFound } from '@orrery/kernel';
import type {
  ProviderService,
  Session,
  SessionKind,
  SessionService,
  SignInService,
  SignedIn,
  StartKey,
} from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentCurrentUser } from '../user/present-user.ts';
import { type Memberships, showUser } from '../user/show-users.ts';
import { presentSignOut } from '../sign-in-provider/present-provider.ts';
import { type AccountsOfSignIns, accountOfSignIn, type GivenAccount, nameAtSignIn } from './account-of-sign-in.ts';
import { giveSession, takeSession } from './session-cookie.ts';
import { signInOriginOf } from './sign-in-origin.ts';

export interface SessionServices extends Memberships, AccountsOfSignIns {
  readonly signIn: SignInService;
  readonly forgottenPasswords: ForgottenPasswords;
  readonly sessions: SessionService;
  readonly signInProviders: Pick<ProviderService, 'open'>;
  /** The public address of this server, without a slash at the end; absent while it is not known. */
  readonly ownAddress: () => string | undefined;
  /** Present in development mode. */
  readonly startKey?: StartKey | undefined;
}

const order = byNumber('sessions');

/** Serves sign-in and sign-out with a browser, and the signed-in user. */
export function serveSessions(face: PlatformFace, services: SessionServices): void {
  const { signIn, forgottenPasswords, sessions, signInProviders, startKey, ownAddress } = services;

  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { accountId, user, session }: SignedIn,
    kind: SessionKind,
  ) => {
    giveSession(request, reply, session, kind);
    const shown = presentCurrentUser(
      await showUser(accountId, user, services),
      await nameAtSignIn(accountId, services),
    );
    return { user: shown, expiresAt: presentInstant(session.expiresAt) };
  };

  const signInBy = async (
    body: BodyOf<typeof sessionOperations.signIn> & GivenAccount,
    kind: SessionKind,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { username, password, ...given } = body;
    const accountId = await accountOfSignIn(given, services);
    const origin = { ...signInOriginOf(request), kind };
    return begin(request, reply, await signIn.signIn(accountId, { username, password }, origin), kind);
  };

  serve(face, sessionOperations.signIn, ({ body, request, reply }) => signInBy(body, 'application', request, reply));

  serve(face, sessionOperations.signInToFrame, ({ body, request, reply }) => signInBy(body, 'frame', request, reply));

  serve(face, sessionOperations.signInToFrameByCode, async ({ body: { frame, code }, request, reply }) => {
    const origin = { ...signInOriginOf(request), kind: 'frame' as const };
    return begin(request, reply, await signIn.signInByCode(frame, code, origin), 'frame');
  });

  serve(face, sessionOperations.signOut, async ({ changeRights, caller: { sessionId }, request, reply }) => {
    const { providerKey } = await changeRights((change) => sessions.end(change, requireSession(sessionId)));
    takeSession(request, reply, 'application');
    // The session is over, whatever is to be known of its provider.
    const opening = providerKey === undefined ? undefined : signInProviders.open(providerKey);
    const provider = await opening?.catch((error: unknown) => {
      request.log.error({ err: error }, 'the provider of a session that has ended could not be read');
      return undefined;
    });
    return { signOutAt: provider ? presentSignOut(provider, ownAddress()) : null };
  });

  serve(face, sessionOperations.signOutOfFrame, async ({ changeRights, caller: { sessionId }, request, reply }) => {
    await changeRights((change) => sessions.end(change, requireSession(sessionId)));
    takeSession(request, reply, 'frame');
  });

  serve(face, sessionOperations.redeem, async ({ body: { token, password }, request, reply }) =>
    begin(request, reply, await signIn.redeem(token, password, signInOriginOf(request)), 'application'),
  );

  if (startKey) {
    serve(face, startKeyOperations.redeem, async ({ body: { key }, request, reply }) => {
      const signedIn = await signIn.signInByStartKey(services.accountId, startKey, key, signInOriginOf(request));
      return begin(request, reply, signedIn, 'application');
    });
  }

  serve(face, sessionOperations.forgetPassword, async ({ body, request }) => {
    await forgottenPasswords.ask(
      await accountOfSignIn({ account: body.account }, services),
      body.username,
      signInOriginOf(request),
    );
  });

  serve(face, sessionOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    const range = { ...rangeFrom(page), userId: query.userId };
    return presentPage(await sessions.list(accountId, range), page, presentSession);
  });

  serve(face, sessionOperations.end, async ({ changeRights, params: { id } }) => {
    await changeRights((change) => sessions.end(change, id));
  });
}

function requireSession(sessionId: number | undefined): number {
  if (sessionId === undefined) throw new NotFound('session.none', 'An API key has no session');
  return sessionId;
}

function presentSession({ createdAt, lastUsedAt, address, userAgent, ...session }: Session): WireSession {
  return {
    ...session,
    createdAt: presentInstant(createdAt),
    lastUsedAt: presentInstant(Math.max(createdAt, lastUsedAt)), // one that waits for its frame was not used
    address: address ?? null,
    userAgent: userAgent ?? null,
  };
}
