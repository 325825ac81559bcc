import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { algorithmsOfKey } from '@orrery/config';

/** A key with its allowed algorithms, which no token can change. */
export interface VerifyingKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

/** An immutable set of keys. A change makes a new object, so that results of checks can be remembered by it. */
export interface KeyRing {
  /** Returns the keys to try in turn. @param keyId id that the token names; used for lookup only */
  keysFor(keyId: unknown): readonly VerifyingKey[];
}

/** Where the keys of a deployment's tokens come from. */
export interface TokenKeys {
  /** @throws RequestError when the valid keys are unknown */
  current(): Promise<KeyRing>;
  /** Returns the current keys if known without a request to another system. @throws what `current` throws */
  known(): KeyRing | undefined;
  /** Fetches again because a token names an unknown key, where keys come from another system. */
  renewed?(): Promise<KeyRing>;
}

/** Keys that never change while the process runs. */
export function fixedKeys(keys: readonly VerifyingKey[]): TokenKeys {
  const ring = ringOf(keys);
  return { current: async () => ring, known: () => ring };
}

/** A ring that tries all of its keys, whatever id the token names. */
export function ringOf(keys: readonly VerifyingKey[]): KeyRing {
  return { keysFor: () => keys };
}

/**
 * Reads a public key in PEM, or a shared secret. @param allowed algorithms; those that do not fit the key are left out
 */
export function keyFromText(text: string, allowed: readonly string[]): VerifyingKey {
  const isPublicKey = text.trimStart().startsWith('-----BEGIN');
  return verifyingKey(isPublicKey ? createPublicKey(text) : createSecretKey(text, 'utf8'), allowed);
}

export function verifyingKey(key: KeyObject, allowed: readonly string[]): VerifyingKey {
  const fitting = algorithmsOfKey(key);
  return { key, algorithms: allowed.filter((algorithm) => fitting.includes(algorithm)) };
}
