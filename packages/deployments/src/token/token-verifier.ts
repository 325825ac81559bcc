import { hash } from 'node:crypto';
import { deepestClaims, isDeeperThan } from '@orrery/contract';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { TokenSettings } from '@orrery/config';
import { growingCache, Unauthorized } from '@orrery/kernel';
import type { KeyRing, TokenKeys, VerifyingKey } from './token-keys.ts';

/** Tolerated difference between two clocks. */
const clockSkewSeconds = 60;
/** The end of the year 9999: a larger number is not a date. */
const latestNumericDate = 253_402_300_799;
/** Number of verified tokens remembered, about 1 kB each. */
const rememberedTokens = 16_000;

export type Claims = Readonly<JWTPayload>;

/** A token whose signature matches a key. */
export interface CheckedToken {
  readonly claims: Claims;
  /** The ring that held the key; the check is valid as long as this ring is current. */
  readonly ring: KeyRing;
}

/**
 * Checks Data API tokens of one deployment.
 *
 * Keys and their algorithms are fixed by configuration: no header of a token (`alg`, `jku`, `x5u`, `jwk`) chooses a key
 * or an address, and `kid` at most selects one of the configured keys. A verified signature is remembered by the
 * token's hash until the keys change; times are checked on every request.
 */
export class TokenVerifier {
  readonly #keys: TokenKeys;
  readonly #settings: TokenSettings;
  readonly #clock: { now(): number };
  readonly #remembered = growingCache<string, CheckedToken>(rememberedTokens);

  constructor(settings: TokenSettings, keys: TokenKeys, clock: { now(): number }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#keys = keys;
  }

  /** @throws Unauthorized; the reason is its cause, for the log only */
  async verify(token: string): Promise<CheckedToken> {
    const ring = await this.#keys.current();
    const fingerprint = hash('sha256', token, 'base64');
    const known = this.#remembered.get(fingerprint);
    const checked = known?.ring === ring ? known : await this.#checkSignature(token, ring);
    this.#requireTimes(checked.claims);
    if (checked !== known) this.#remembered.set(fingerprint, checked);
    return checked;
  }

  async #checkSignature(token: string, current: KeyRing): Promise<CheckedToken> {
    const keyId = keyIdIn(token);
    let ring = current;
    let keys = ring.keysFor(keyId);
    if (keys.length === 0 && this.#keys.renewed) {
      ring = await this.#keys.renewed();
      keys = ring.keysFor(keyId);
    }
    let reason: unknown = 'no key of that name';
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key.key, this.#rules(key));
        if (isDeeperThan(payload, deepestClaims))
          throw invalidToken(`claims are nested more than ${deepestClaims} deep`);
        return { claims: Object.freeze(payload), ring };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        reason = error;
        if (error instanceof errors.JWTExpired) break; // the signature fits: another key would not
      }
    }
    throw invalidToken(reason);
  }

  #rules({ algorithms }: VerifyingKey) {
    const { audience, issuers, subject } = this.#settings;
    return {
      algorithms: [...algorithms],
      clockTolerance: clockSkewSeconds,
      currentDate: new Date(this.#clock.now()),
      ...(audience === undefined ? {} : { audience }),
      ...(issuers === undefined ? {} : { issuer: [...issuers] }),
      ...(subject === undefined ? {} : { subject }),
    };
  }

  /** Whether `verify` would accept the token again. @throws RequestError when the valid keys are unknown */
  holds({ claims, ring }: CheckedToken): boolean {
    return this.#keys.known() === ring && this.#faultOfTimes(claims) === undefined;
  }

  #requireTimes(claims: Claims): void {
    const fault = this.#faultOfTimes(claims);
    if (fault !== undefined) throw invalidToken(fault);
  }

  #faultOfTimes({ exp, nbf }: Claims): string | undefined {
    const nowSeconds = this.#clock.now() / 1000;
    if (!isNumericDate(exp)) return 'exp is missing or not a whole number of seconds';
    if (nbf !== undefined && !isNumericDate(nbf)) return 'nbf is not a whole number of seconds';
    if (exp <= nowSeconds - clockSkewSeconds) return 'expired';
    if (nbf !== undefined && nbf > nowSeconds + clockSkewSeconds) return 'not yet valid';
    return undefined;
  }
}

export function invalidToken(reason: unknown): Unauthorized {
  return new Unauthorized('auth.invalid-token', 'Invalid token', { cause: reason });
}

function keyIdIn(token: string): unknown {
  try {
    return decodeProtectedHeader(token).kid;
  } catch (error) {
    throw invalidToken(error);
  }
}

function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= latestNumericDate;
}
