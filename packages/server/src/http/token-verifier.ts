import { createPublicKey, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { TokenSettings } from '../config/token-settings.ts';
import { Unauthorized } from './errors.ts';

/** What two clocks may differ by. */
const clockSkewSeconds = 60;
/** The end of the year 9999: a later time is a number that is no date. */
const latestNumericDate = 253_402_300_799;
/** Checked signatures remembered, about 1 kB each. */
const rememberedTokens = 10_000;

export type Claims = Readonly<JWTPayload>;

/**
 * Checks Data API tokens of one deployment.
 *
 * Keys and their algorithms are fixed here, by configuration: nothing in a token's header (`alg`, `kid`, `jku`,
 * `x5u`, `jwk`) chooses a key or an address. A signature is checked once and remembered by the token's hash; its
 * times are checked on every request.
 */
export class TokenVerifier {
  readonly #keys: readonly KeyObject[];
  readonly #settings: TokenSettings;
  readonly #clock: { now(): number };
  readonly #remembered = new LRUCache<string, Claims>({ max: rememberedTokens });

  /** @param storedSecret signs the tokens when the settings name no key */
  constructor(settings: TokenSettings, storedSecret: string, clock: { now(): number }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#keys =
      settings.key === undefined
        ? (settings.secrets ?? [storedSecret]).map((secret) => createSecretKey(secret, 'utf8'))
        : [keyFor(settings.key)];
  }

  /** @throws Unauthorized; the reason is its cause, for the log */
  async verify(token: string): Promise<Claims> {
    const fingerprint = hash('sha256', token, 'base64');
    const claims = this.#remembered.get(fingerprint) ?? (await this.#checkSignature(token));
    this.#requireTimes(claims);
    this.#remembered.set(fingerprint, claims);
    return claims;
  }

  async #checkSignature(token: string): Promise<Claims> {
    let reason: unknown;
    for (const key of this.#keys) {
      try {
        const { payload } = await jwtVerify(token, key, this.#rules());
        return Object.freeze(payload);
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        reason = error;
        if (error instanceof errors.JWTExpired) break; // the signature fits: another key would not
      }
    }
    throw invalidToken(reason);
  }

  #rules() {
    const { algorithms, audience, issuers, subject } = this.#settings;
    return {
      algorithms: [...algorithms],
      clockTolerance: clockSkewSeconds,
      currentDate: new Date(this.#clock.now()),
      ...(audience === undefined ? {} : { audience }),
      ...(issuers === undefined ? {} : { issuer: [...issuers] }),
      ...(subject === undefined ? {} : { subject }),
    };
  }

  #requireTimes({ exp, nbf }: Claims): void {
    const nowSeconds = this.#clock.now() / 1000;
    if (!isNumericDate(exp)) throw invalidToken('exp is missing or not a whole number of seconds');
    if (nbf !== undefined && !isNumericDate(nbf)) throw invalidToken('nbf is not a whole number of seconds');
    if (exp <= nowSeconds - clockSkewSeconds) throw invalidToken('expired');
    if (nbf !== undefined && nbf > nowSeconds + clockSkewSeconds) throw invalidToken('not yet valid');
  }
}

export function invalidToken(reason: unknown): Unauthorized {
  return new Unauthorized('auth.invalid-token', 'Invalid token', { cause: reason });
}

/** A public key in PEM, or a shared secret; the settings have made sure that the algorithms fit. */
function keyFor(text: string): KeyObject {
  return text.trimStart().startsWith('-----BEGIN') ? createPublicKey(text) : createSecretKey(text, 'utf8');
}

function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= latestNumericDate;
}
