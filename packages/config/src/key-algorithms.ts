import type { KeyObject } from 'node:crypto';

/** Lists the signature algorithms (RFC 7518, RFC 8037) that a key can check; empty for a key too weak for any. */
export function algorithmsOfKey(key: KeyObject): readonly string[] {
  if (key.type === 'secret') return sharedSecretAlgorithms;
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return modulusLength >= 2048 ? rsaAlgorithms : [];
    case 'ec':
      return ellipticAlgorithms.get(namedCurve) ?? [];
    case 'ed25519':
      return ['EdDSA'];
    default:
      return [];
  }
}

export const sharedSecretAlgorithms: readonly string[] = ['HS256', 'HS384', 'HS512'];
const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const ellipticAlgorithms: ReadonlyMap<string, readonly string[]> = new Map([
  ['prime256v1', ['ES256']],
  ['secp384r1', ['ES384']],
  ['secp521r1', ['ES512']],
]);
export const publicKeyAlgorithms: readonly string[] = [
  ...rsaAlgorithms,
  ...[...ellipticAlgorithms.values()].flat(),
  'EdDSA',
];
