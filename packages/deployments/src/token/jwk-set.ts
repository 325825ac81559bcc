import { fetchJwkSet, type FetchedJwkSet } from './fetch-jwk-set.ts';
import { outsideRequests } from '@orrery/kernel';
import { readJwkSet } from './read-jwk-set.ts';
import type { KeyRing, TokenKeys } from './token-keys.ts';
import { invalidToken } from './token-verifier.ts';

/** Minimum age of a set before an unknown key triggers another fetch: any token can name a key. */
const renewedAfterMs = 60_000;
/** Minimum time after a failed fetch, so that the server can recover. */
const retriedAfterMs = 1_000;

export interface JwkSetDependencies {
  readonly clock: { now(): number };
  readonly log: { warn(details: object, message: string): void };
  /** Replaced in tests. */
  readonly fetch?: (url: string) => Promise<FetchedJwkSet>;
}

/**
 * The public keys behind an address, by their ids.
 *
 * States: *fresh* answers at once. *Older than half the time its server allowed* answers at once and fetches in the
 * background; a failure is logged. *Older than that, or never fetched* makes requests wait for the fetch, and refuses
 * them if it fails: revoked keys are never trusted for longer than their server allowed.
 */
export class JwkSet implements TokenKeys {
  readonly #url: string;
  readonly #algorithms: readonly string[];
  readonly #dependencies: JwkSetDependencies;
  #set: { readonly ring: KeyRing; readonly text: string; readonly at: number; readonly freshForMs: number } | undefined;
  #fetching: Promise<KeyRing> | undefined;
  #failure: { readonly reason: unknown; readonly at: number } | undefined;

  constructor(url: string, algorithms: readonly string[], dependencies: JwkSetDependencies) {
    this.#url = url;
    this.#algorithms = algorithms;
    this.#dependencies = dependencies;
  }

  async current(): Promise<KeyRing> {
    const set = this.#set;
    const age = this.#age();
    if (!set || age >= set.freshForMs) return this.#fetch();
    if (age >= set.freshForMs / 2) this.#fetch().catch(() => undefined); // logged there
    return set.ring;
  }

  /** Returns nothing when the keys need to be fetched. */
  known(): KeyRing | undefined {
    const set = this.#set;
    return set && this.#age() < set.freshForMs / 2 ? set.ring : undefined;
  }

  async renewed(): Promise<KeyRing> {
    const set = this.#set;
    return set && this.#age() <= renewedAfterMs ? set.ring : this.#fetch();
  }

  /** A clock that was set back makes a set count as old, not young. */
  #age(): number {
    const age = this.#dependencies.clock.now() - (this.#set?.at ?? 0);
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  /** Fetches once at a time, for all waiting requests. */
  #fetch(): Promise<KeyRing> {
    const now = this.#dependencies.clock.now();
    const { reason, at } = this.#failure ?? {};
    if (at !== undefined && now >= at && now - at < retriedAfterMs) return Promise.reject(invalidToken(reason));
    this.#fetching ??= outsideRequests(() => this.#fetchNow()).finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNow(): Promise<KeyRing> {
    const { clock, log, fetch = fetchJwkSet } = this.#dependencies;
    const at = clock.now();
    try {
      const { text, freshForMs } = await fetch(this.#url);
      const ring = text === this.#set?.text ? this.#set.ring : readJwkSet(text, this.#algorithms);
      this.#set = { ring, text, at, freshForMs };
      this.#failure = undefined;
      return ring;
    } catch (error) {
      log.warn({ err: error }, 'the key set of the token issuer cannot be had');
      this.#failure = { reason: error, at: clock.now() };
      throw invalidToken(error);
    }
  }
}
