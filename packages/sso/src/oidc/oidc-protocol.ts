import type { FastifyReply } from 'fastify';
import type { Configuration } from 'openid-client';
import { SsoFault } from '../fault/index.ts';
import { derivedValues } from '../flow/index.ts';
import type { ProvedStatement } from '../proved-statement.ts';
import type { ProviderRequest, SsoDependencies } from '../sso-dependencies.ts';
import { beginAt } from './begin.ts';
import { Configurations } from './configurations.ts';
import { faultOf } from './fault-of.ts';
import { finishAt } from './finish.ts';
import { LogoutTokens, RefusedLogout } from './logout-tokens.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { presentedBy } from './presented.ts';
import { signOutAddressAt } from './sign-out-address.ts';

interface BegunHere {
  /** Makes the state of a flow. */
  readonly flow: () => Promise<string>;
  readonly redirectUri: string;
  readonly loginHint: string | undefined;
}

/** Signs people in by providers of OpenID Connect. */
export class OidcProtocol {
  readonly #dependencies: SsoDependencies;
  readonly #configurations: Configurations;
  readonly #logoutTokens: LogoutTokens;

  constructor(dependencies: SsoDependencies) {
    this.#dependencies = dependencies;
    this.#configurations = new Configurations(dependencies);
    this.#logoutTokens = new LogoutTokens(dependencies);
  }

  /** @returns the address at the provider that the person is sent to @throws SsoFault */
  async begin(provider: OidcProvider, { flow, redirectUri, loginHint }: BegunHere): Promise<string> {
    const { flowKey, clock } = this.#dependencies;
    const configuration = await this.#configurationOf(provider);
    const state = await flow();
    const begun = beginAt(configuration, provider, {
      redirectUri,
      state,
      ...derivedValues(flowKey(), state),
      loginHint,
    });
    return begun.catch((error: unknown) => {
      throw faultOf(error, provider, clock);
    });
  }

  /** Proves the answer in an address. @throws SsoFault */
  async prove(
    provider: OidcProvider,
    { url, state }: { readonly url: URL; readonly state: string },
  ): Promise<ProvedStatement> {
    const { flowKey, clock } = this.#dependencies;
    const configuration = await this.#configurationOf(provider);
    const claims = await finishAt(configuration, provider, { url, state, ...derivedValues(flowKey(), state) }, clock);
    return { shown: claims, read: () => presentedBy(provider, claims) };
  }

  /**
   * Ends sessions that have ended at the provider. The message causes no request and no change before as much of it is
   * proved as possible. Programs of providers read the status alone.
   *
   * @param onRefused counts messages that are refused
   */
  async endByProvider(
    provider: OidcProvider,
    request: ProviderRequest,
    reply: FastifyReply,
    onRefused: () => void,
  ): Promise<FastifyReply> {
    const { providerSignOut } = this.#dependencies;
    const tokens = new URLSearchParams(String(request.body ?? '')).getAll('logout_token');
    try {
      const [token] = tokens;
      if (token === undefined || tokens.length > 1) throw new RefusedLogout('logout_token is missing, or there twice');
      this.#logoutTokens.requireForm(provider, token);
      const configuration = await this.#configurationOf(provider);
      const ended = await this.#logoutTokens.read(configuration, provider, token);
      const count = await providerSignOut.end(provider, ended, request.ip);
      request.log.info({ provider: provider.key, count }, 'a provider has ended sessions');
      return reply.code(200).send();
    } catch (error) {
      onRefused();
      if (!(error instanceof RefusedLogout)) throw error;
      request.log.info({ provider: provider.key, err: error }, 'a logout token was refused');
      return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
    }
  }

  /** Returns the address that ends the session at the provider, and leads back to a page of ours. @throws SsoFault */
  async signOutAddress(provider: OidcProvider, page: string): Promise<string> {
    const configuration = await this.#configurations.of(provider).catch((error: unknown) => {
      const sentence = `You are signed out here. ${provider.name} could not be reached, so you may still be signed in there.`;
      throw new SsoFault('sso.not-now', sentence, error);
    });
    return signOutAddressAt(configuration, provider, page);
  }

  async #configurationOf(provider: OidcProvider): Promise<Configuration> {
    try {
      return await this.#configurations.of(provider);
    } catch (error) {
      throw faultOf(error, provider, this.#dependencies.clock);
    }
  }
}
