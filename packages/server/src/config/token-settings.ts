import { createPublicKey } from 'node:crypto';
import { type ApiScope, apiScopes } from './api-scopes.ts';
import type { SettingReader } from './setting-reader.ts';

/** How Data API tokens are checked. */
export interface TokenSettings {
  /** Instead of the deployment's stored secret; tried in turn. */
  readonly secrets?: readonly string[];
  /** A shared secret, or a public key (PEM) when the algorithms are asymmetric. Wins over every secret. */
  readonly key?: string;
  /** All of one family, so that a public key can never serve as a shared secret. */
  readonly algorithms: readonly string[];
  readonly audience?: string;
  readonly issuers?: readonly string[];
  readonly subject?: string;
  /** The claim whose object the model reads; absent: all claims. */
  readonly claimsNamespace?: string;
  readonly scopes: readonly ApiScope[];
}

const sharedSecretAlgorithms = ['HS256', 'HS384', 'HS512'];
const publicKeyAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const defaultScopes: readonly ApiScope[] = ['graphql', 'meta', 'data', 'sql'];

/** RFC 7518 section 3.2: a key of at least the size of the hash output. */
export const minimumSecretLength = 32;

function isReadable(publicKey: string): boolean {
  try {
    createPublicKey(publicKey);
    return true;
  } catch {
    return false;
  }
}

export function readTokenSettings(reader: SettingReader, isDevelopment: boolean): TokenSettings {
  const secretsText = reader.text('apiSecrets');
  const secrets =
    secretsText?.origin === 'CUBEJS_API_SECRETS' ? reader.list('apiSecrets') : secretsText && [secretsText.text];
  if (secretsText) for (const secret of secrets?.length ? secrets : ['']) requireStrong(secret, secretsText.origin);

  const key = reader.text('jwtKey');
  const isPublicKey = key?.text.trimStart().startsWith('-----BEGIN') ?? false;
  if (key && isPublicKey && !isReadable(key.text)) reader.refuse(key, 'is no public key in PEM');
  if (key && !isPublicKey) requireStrong(key.text, key.origin);
  const algorithms = readAlgorithms();
  const scopes = reader.list('apiScopes');
  const audience = reader.text('jwtAudience')?.text;
  const issuers = reader.list('jwtIssuer');
  const subject = reader.text('jwtSubject')?.text;
  const claimsNamespace = reader.text('jwtClaimsNamespace')?.text;
  return {
    ...(secrets ? { secrets } : {}),
    ...(key ? { key: key.text } : {}),
    algorithms,
    ...(audience ? { audience } : {}),
    ...(issuers?.length ? { issuers } : {}),
    ...(subject ? { subject } : {}),
    ...(claimsNamespace ? { claimsNamespace } : {}),
    scopes: scopes ? scopes.filter(isScope) : defaultScopes,
  };

  function requireStrong(secret: string, origin: string): void {
    if (secret === '') return reader.refuse({ origin }, 'is empty');
    if (secret.length >= minimumSecretLength || isDevelopment) return;
    reader.refuse({ origin }, `is too short to sign tokens: at least ${minimumSecretLength} characters outside --dev`);
  }

  function readAlgorithms(): readonly string[] {
    const setting = reader.text('jwtAlgorithms');
    const named = reader.list('jwtAlgorithms');
    const family = isPublicKey ? publicKeyAlgorithms : sharedSecretAlgorithms;
    if (!setting || !named?.length) {
      if (isPublicKey && key) {
        reader.refuse(
          { origin: key.origin },
          'is a public key, so ORRERY_JWT_ALGS must name its algorithm, RS256 for example',
        );
      }
      return ['HS256'];
    }
    for (const algorithm of named.filter((name) => !family.includes(name))) {
      const why = isPublicKey ? 'does not fit a public key' : 'does not fit a shared secret';
      reader.refuse(setting, `names '${algorithm}', which ${why}: ${family.join(', ')}`);
    }
    return named;
  }

  function isScope(name: string): name is ApiScope {
    const found = apiScopes.some((scope) => scope === name);
    if (!found)
      reader.refuse(
        reader.text('apiScopes') ?? { origin: 'scopes' },
        `names '${name}', which is none of ${apiScopes.join(', ')}`,
      );
    return found;
  }
}
