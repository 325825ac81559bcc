import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { algorithmsOfKey } from '@orrery/config';

/** A key and what it may be used for, fixed with it: the token has no say in it. */
export interface VerifyingKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

/** The keys of one moment. Another object whenever the keys are others, so that what was checked can be remembered. */
export interface KeyRing {
  /** Those that may have signed, to be tried in turn. @param keyId what the token calls its key; looked up, never used */
  keysFor(keyId: unknown): readonly VerifyingKey[];
}

/** Where the keys of a deployment's tokens come from. */
export interface TokenKeys {
  /** @throws RequestError when nobody can tell which keys hold */
  current(): Promise<KeyRing>;
  /** The current keys where they are known without asking anybody. @throws what `current` throws */
  known(): KeyRing | undefined;
  /** Looks again for a key that is not among the current ones, where keys come from elsewhere. */
  renewed?(): Promise<KeyRing>;
}

/** Keys that never change while the process runs. */
export function fixedKeys(keys: readonly VerifyingKey[]): TokenKeys {
  const ring = ringOf(keys);
  return { current: async () => ring, known: () => ring };
}

/** A ring that tries all of its keys, whatever the token calls its own. */
export function ringOf(keys: readonly VerifyingKey[]): KeyRing {
  return { keysFor: () => keys };
}

/** A public key in PEM, or a shared secret. @param allowed algorithms; those that do not fit the key are left out */
export function keyFromText(text: string, allowed: readonly string[]): VerifyingKey {
  const isPublicKey = text.trimStart().startsWith('-----BEGIN');
  return verifyingKey(isPublicKey ? createPublicKey(text) : createSecretKey(text, 'utf8'), allowed);
}

export function verifyingKey(key: KeyObject, allowed: readonly string[]): VerifyingKey {
  const fitting = algorithmsOfKey(key);
  return { key, algorithms: allowed.filter((algorithm) => fitting.includes(algorithm)) };
}
