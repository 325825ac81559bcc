import { hash } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { growingCache, Unauthorized, type Viewer } from '@orrery/kernel';
import type { EmbedSecrets } from './embed-secrets.ts';
import { accountOfKey, embedAlgorithm, embedAudience, keyNameOf } from './embed-token.ts';
import type { ViewerSessions } from './viewer-sessions.ts';

/** Tokens whose signature was verified; some hundred bytes each. */
const rememberedTokens = 10_000;
const longestToken = 16_384;

export interface ViewerAuthenticatorDependencies {
  readonly secrets: Pick<EmbedSecrets, 'of'>;
  readonly sessions: Pick<ViewerSessions, 'of'>;
  /** The `iss` of the tokens. */
  readonly issuer: string;
  readonly clock: { now(): number };
}

interface Verified {
  readonly accountId: number;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Resolves an embed token to its viewer. A signature is verified once; whether the session and its viewer still exist
 * is checked every time. Rotating the secret deletes the sessions, so that remembered signatures end with them.
 */
export class ViewerAuthenticator {
  readonly #dependencies: ViewerAuthenticatorDependencies;
  readonly #verified = growingCache<string, Verified>(rememberedTokens);

  constructor(dependencies: ViewerAuthenticatorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether a token says that it is an embed token; nothing of it is verified. */
  claims(token: string): boolean {
    return token.length <= longestToken && accountIn(token) !== undefined;
  }

  /** @throws Unauthorized with the same message for whatever reason; the cause is for the log */
  async viewerOf(token: string): Promise<Viewer> {
    const key = hash('sha256', token, 'base64url');
    const verified = this.#verified.get(key) ?? (await this.#verify(token, key));
    const { sessions, clock } = this.#dependencies;
    if (verified.expiresAt <= clock.now()) throw invalidToken('expired');
    const session = await sessions.of(verified.accountId, verified.sessionId);
    if (!session) throw invalidToken('its session is over or revoked, or its viewer is not there any more');
    return session.viewer;
  }

  async #verify(token: string, key: string): Promise<Verified> {
    if (token.length > longestToken) throw invalidToken('too long');
    const { secrets, issuer, clock } = this.#dependencies;
    const accountId = accountIn(token);
    const secret = accountId === undefined ? undefined : await secrets.of(accountId);
    if (accountId === undefined || !secret) throw invalidToken('signed by no known secret');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, secret.key, {
        algorithms: [embedAlgorithm],
        audience: embedAudience,
        issuer,
        requiredClaims: ['exp', 'jti'],
        currentDate: new Date(clock.now()),
      });
      const { exp = 0, jti = '' } = payload;
      if (protectedHeader.kid !== keyNameOf(accountId, secret.id))
        throw new Error('signed by a secret that is replaced');
      const verified = { accountId, sessionId: jti, expiresAt: exp * 1000 };
      this.#verified.set(key, verified);
      return verified;
    } catch (error) {
      throw invalidToken(error);
    }
  }
}

function accountIn(token: string): number | undefined {
  try {
    return accountOfKey(decodeProtectedHeader(token).kid);
  } catch {
    return undefined;
  }
}

function invalidToken(reason: unknown): Unauthorized {
  return new Unauthorized('auth.invalid-embed-token', 'Invalid embed token', { cause: reason });
}
