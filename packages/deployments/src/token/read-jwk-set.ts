import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { type KeyRing, type VerifyingKey, verifyingKey } from './token-keys.ts';

const jwkSet = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(1_000) });

/** Properties of a key that are read in addition to its numbers (RFC 7517 section 4). */
const described = z.object({
  kid: z.string().min(1),
  kty: z.enum(['RSA', 'EC', 'OKP']),
  use: z.literal('sig').optional(),
  key_ops: z.array(z.string()).optional(),
  alg: z.string().optional(),
});

/**
 * Reads the keys of a set (RFC 7517) that may check tokens. Others are left out: keys without an id, for encryption, of
 * unsupported kinds, and shared secrets, which must not be public.
 *
 * @param allowed algorithms; a key that fits none of them is left out @throws when the text is not a key set
 */
export function readJwkSet(text: string, allowed: readonly string[]): KeyRing {
  const keys = new Map<string, VerifyingKey[]>();
  for (const jwk of jwkSet.parse(JSON.parse(text)).keys) {
    const found = readKey(jwk, allowed);
    if (found) keys.set(found.name, [...(keys.get(found.name) ?? []), found.key]);
  }
  if (keys.size === 0) throw new Error('the key set holds no key that may check tokens');
  return { keysFor: (keyId) => (typeof keyId === 'string' ? (keys.get(keyId) ?? []) : []) };
}

function readKey(
  jwk: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
): { readonly name: string; readonly key: VerifyingKey } | undefined {
  const { data } = described.safeParse(jwk);
  if (!data || data.key_ops?.includes('verify') === false) return undefined;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }); // checked there; others throw
    const found = verifyingKey(
      key,
      allowed.filter((algorithm) => data.alg === undefined || data.alg === algorithm),
    );
    return found.algorithms.length > 0 ? { name: data.kid, key: found } : undefined;
  } catch {
    return undefined; // its numbers are no key
  }
}
