import { growingCache } from '@orrery/kernel';
import type { OidcProvider } from './oidc-provider.ts';
import * as client from 'openid-client';
import { otherIssuer } from '../fault/index.ts';

/** How far clocks of providers may be off. */
export const toleranceSeconds = 180;

const rememberedMs = 3_600_000;
const remembered = 1_000;
const answersWithinSeconds = 10;

interface ConfigurationDependencies {
  readonly fetch: typeof fetch;
  readonly clock: { now(): number };
}

interface KnownConfiguration {
  readonly version: number;
  readonly readAt: number;
  readonly configuration: Promise<client.Configuration>;
}

/** Metadata of providers, read again every hour and after each change of their settings. */
export class Configurations {
  readonly #known = growingCache<string, KnownConfiguration>(remembered, rememberedMs);
  readonly #dependencies: ConfigurationDependencies;

  constructor(dependencies: ConfigurationDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws SsoFault, and what the library throws */
  of(provider: OidcProvider): Promise<client.Configuration> {
    const now = this.#dependencies.clock.now();
    const known = this.#known.get(provider.key);
    if (known?.version === provider.version && now - known.readAt < rememberedMs) return known.configuration;
    const configuration = this.#read(provider);
    this.#known.set(provider.key, { version: provider.version, readAt: now, configuration });
    configuration.catch(() => {
      if (this.#known.get(provider.key)?.configuration === configuration) this.#known.delete(provider.key);
    });
    return configuration;
  }

  async #read(provider: OidcProvider): Promise<client.Configuration> {
    const { issuer, clientId, idTokenAlgorithm } = provider.settings;
    // Only addresses of this machine are accepted without TLS, and only where requests to them are allowed.
    const isPlain = new URL(issuer).protocol === 'http:';
    const metadata = { id_token_signed_response_alg: idTokenAlgorithm, [client.clockTolerance]: toleranceSeconds };
    const configuration = await client.discovery(new URL(issuer), clientId, metadata, authenticationOf(provider), {
      [client.customFetch]: withTexts(this.#dependencies.fetch),
      timeout: answersWithinSeconds,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    });
    const found = configuration.serverMetadata().issuer;
    // The library takes the issuer of any tenant of some providers.
    if (URL.parse(found)?.href === new URL(issuer).href) return configuration;
    throw otherIssuer(found, issuer);
  }
}

function authenticationOf({ settings: { authMethod }, clientSecret }: OidcProvider): client.ClientAuth {
  if (clientSecret === undefined || authMethod === 'none') return client.None();
  return authMethod === 'client_secret_post'
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret);
}

/** The requests of this server take texts as bodies. */
function withTexts(send: typeof fetch): client.CustomFetch {
  return (url, { method, headers, body, signal }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body;
    if (text !== undefined && text !== null && typeof text !== 'string') throw new Error('a body is a text');
    return send(url, { method, headers, ...(text ? { body: text } : {}), ...(signal ? { signal } : {}) });
  };
}
