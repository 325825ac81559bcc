import { createPublicKey, type KeyObject } from 'node:crypto';
import { type ApiScope, apiScopes } from '@orrery/kernel';
import { isLoopback } from './http-settings.ts';
import { algorithmsOfKey, publicKeyAlgorithms, sharedSecretAlgorithms } from './key-algorithms.ts';
import type { SettingReader } from './setting-reader.ts';

/** How Data API tokens are checked. */
export interface TokenSettings {
  /** Secrets that replace the deployment's stored ones; tried in turn. */
  readonly secrets?: readonly string[];
  /** A shared secret, or a public key (PEM) when the algorithms are asymmetric. Overrides every secret. */
  readonly key?: string;
  /** Where the issuer publishes its public keys. Overrides every secret. */
  readonly jwkUrl?: string;
  /** All of one family, so that a public key can never serve as a shared secret. */
  readonly algorithms: readonly string[];
  readonly audience?: string;
  readonly issuers?: readonly string[];
  readonly subject?: string;
  /** The claim whose object the model reads; when absent, the model reads all claims. */
  readonly claimsNamespace?: string;
  readonly scopes: readonly ApiScope[];
}

const defaultScopes: readonly ApiScope[] = ['graphql', 'meta', 'data', 'sql'];

/** RFC 7518 section 3.2 asks for a key of at least the size of the hash output. */
export const minimumSecretLength = 32;

function readPublicKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey(text);
  } catch {
    return undefined;
  }
}

export function readTokenSettings(reader: SettingReader, isDevelopment: boolean): TokenSettings {
  const secretsText = reader.text('apiSecrets');
  const secrets =
    secretsText?.origin === 'CUBEJS_API_SECRETS' ? reader.list('apiSecrets') : secretsText && [secretsText.text];
  if (secretsText) for (const secret of secrets?.length ? secrets : ['']) requireStrong(secret, secretsText.origin);

  const key = reader.text('jwtKey');
  const isPublicKey = key?.text.trimStart().startsWith('-----BEGIN') ?? false;
  const publicKey = key && isPublicKey ? readPublicKey(key.text) : undefined;
  if (key && isPublicKey && !publicKey) reader.refuse(key, 'is no public key in PEM');
  if (key && !isPublicKey) requireStrong(key.text, key.origin);
  const jwkUrl = readJwkUrl();
  const algorithms = readAlgorithms();
  const scopes = reader.list('apiScopes');
  const audience = reader.text('jwtAudience')?.text;
  const issuers = reader.list('jwtIssuer');
  const subject = reader.text('jwtSubject')?.text;
  const claimsNamespace = reader.text('jwtClaimsNamespace')?.text;
  return {
    ...(secrets ? { secrets } : {}),
    ...(key ? { key: key.text } : {}),
    ...(jwkUrl ? { jwkUrl } : {}),
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

  function readJwkUrl(): string | undefined {
    const setting = reader.text('jwkUrl');
    if (!setting) return undefined;
    if (key) reader.refuse(setting, `cannot be used together with ${key.origin}`);
    const url = URL.canParse(setting.text) ? new URL(setting.text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) {
      reader.refuse(setting, 'must be an address like https://issuer.example.com/.well-known/jwks.json');
    } else if (url.protocol === 'http:' && !isDevelopment && !isLoopback(url.hostname)) {
      reader.refuse(setting, 'must be https: without it, the keys could be replaced on the way');
    }
    return url?.href;
  }

  function readAlgorithms(): readonly string[] {
    const setting = reader.text('jwtAlgorithms');
    const named = reader.list('jwtAlgorithms');
    const family = isPublicKey || jwkUrl ? publicKeyAlgorithms : sharedSecretAlgorithms;
    if (!setting || !named?.length) {
      if (jwkUrl) return ['RS256'];
      if (isPublicKey && key) {
        reader.refuse(
          { origin: key.origin },
          'is a public key, so ORRERY_JWT_ALGS must name its algorithm, RS256 for example',
        );
      }
      return ['HS256'];
    }
    const foreign = named.filter((name) => !family.includes(name));
    for (const algorithm of foreign) {
      const why = family === publicKeyAlgorithms ? 'does not fit a public key' : 'does not fit a shared secret';
      reader.refuse(setting, `names '${algorithm}', which ${why}: ${family.join(', ')}`);
    }
    const fitting = publicKey && algorithmsOfKey(publicKey);
    if (key && fitting?.length === 0) reader.refuse(key, 'is too weak for any algorithm');
    else if (fitting && foreign.length === 0 && !named.some((name) => fitting.includes(name))) {
      reader.refuse(setting, `names none of ${fitting.join(', ')}, which fit the key`);
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
