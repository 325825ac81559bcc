import { growingCache, textFault } from '@orrery/kernel';
import type { EndedAtProvider } from '@orrery/people';
import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify, type RemoteJWKSetOptions } from 'jose';
import type { Configuration } from 'openid-client';
import { toleranceSeconds } from './configurations.ts';
import { faultOf } from './fault-of.ts';
import type { OidcProvider } from './oidc-provider.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Age of a token; it is sent when the session ends. */
const mostAgeSeconds = 300;
const mostLetters = 8_192;
const longest = 255;
/** Time between two requests for keys, also if tokens name unknown ones. */
const betweenKeysMs = 60_000;
const answersWithinMs = 10_000;
const remembered = 1_000;
const rememberedMs = 3_600_000;

/** A logout token that cannot be trusted. Its sender gets the message. */
export class RefusedLogout extends Error {}

interface LogoutTokensDependencies {
  readonly fetch: typeof fetch;
  readonly clock: { now(): number };
}

/** Reads what providers say about sessions that ended there (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export class LogoutTokens {
  readonly #keys = growingCache<string, ReturnType<typeof createRemoteJWKSet>>(remembered, rememberedMs);
  readonly #dependencies: LogoutTokensDependencies;

  constructor(dependencies: LogoutTokensDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads a token without its signature, so that a stranger's causes no request. @throws RefusedLogout */
  requireForm(provider: OidcProvider, text: string): void {
    let payload: JWTPayload;
    try {
      payload = decodeJwt(text.length > mostLetters ? '' : text);
    } catch (error) {
      throw new RefusedLogout('logout_token is no token', { cause: error });
    }
    requireEvent(payload);
    const { issuer, clientId } = provider.settings;
    if (URL.parse(payload.iss ?? '')?.href !== new URL(issuer).href)
      throw new RefusedLogout('iss is of another issuer');
    if (![payload.aud].flat().includes(clientId)) throw new RefusedLogout('aud does not name this client');
    if (!isText(payload.jti)) throw new RefusedLogout('jti is missing');
    if (typeof payload.iat !== 'number') throw new RefusedLogout('iat is missing');
  }

  /** @throws RefusedLogout for a token that is not as it must be, SsoFault where its keys cannot be read */
  async read(
    configuration: Configuration,
    provider: OidcProvider,
    text: string,
  ): Promise<Omit<EndedAtProvider, 'key'>> {
    const { clock } = this.#dependencies;
    const { clientId, idTokenAlgorithm, subject: subjectClaim } = provider.settings;
    const { issuer, jwks_uri: keysAddress } = configuration.serverMetadata();
    if (keysAddress === undefined) throw new RefusedLogout('the provider publishes no keys');
    const verified = await jwtVerify(text, this.#keysOf(provider, keysAddress), {
      issuer,
      audience: clientId,
      algorithms: [idTokenAlgorithm],
      clockTolerance: toleranceSeconds,
      maxTokenAge: mostAgeSeconds,
      currentDate: new Date(clock.now()),
    }).catch((error: unknown) => {
      if (isFaultOfToken(error))
        throw new RefusedLogout('the token is not signed by the provider, or over', { cause: error });
      throw faultOf(error, provider, clock);
    });
    const { payload, protectedHeader } = verified;
    requireEvent(payload);
    // An ID token that carries the event would be one that a browser has seen.
    if (!['logout+jwt', 'jwt', undefined].includes(protectedHeader.typ?.toLowerCase())) {
      throw new RefusedLogout('typ is not logout+jwt');
    }
    const subject = textOf(payload[subjectClaim]);
    const session = textOf(payload['sid']);
    if (subject === undefined && session === undefined) {
      throw new RefusedLogout(`there is neither ${subjectClaim} nor sid`);
    }
    return { subject, session, before: ((payload.iat ?? 0) + toleranceSeconds) * 1_000 };
  }

  #keysOf({ key, version }: OidcProvider, address: string): ReturnType<typeof createRemoteJWKSet> {
    const place = `${key}/${version}/${address}`;
    const known = this.#keys.get(place);
    if (known) return known;
    const send = this.#dependencies.fetch;
    const options: RemoteJWKSetOptions = {
      cooldownDuration: betweenKeysMs,
      timeoutDuration: answersWithinMs,
      [customFetch]: (url, { headers, signal }) => send(url, { headers, signal }),
    };
    const keys = createRemoteJWKSet(new URL(address), options);
    this.#keys.set(place, keys);
    return keys;
  }
}

/** @throws RefusedLogout */
function requireEvent({ events, nonce }: JWTPayload): void {
  const isEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, event);
  if (!isEvent) throw new RefusedLogout('events does not name a logout');
  if (nonce !== undefined) throw new RefusedLogout('a logout token has no nonce');
}

/** Errors about the token, and not about the keys or the way to them. */
function isFaultOfToken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^ERR_(?:JWS|JWT|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE)/.test(code);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && textFault(value, longest) === undefined;
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}
