import { hash } from 'node:crypto';
import { derivedValues } from '../flow/index.ts';
import type { ProvedStatement } from '../proved-statement.ts';
import type { SsoDependencies } from '../sso-dependencies.ts';
import { addressesOf } from './github-addresses.ts';
import { codeIn, tokenFor } from './github-code.ts';
import { presentedByGitHub, readPerson, shownPerson, warningsOf } from './github-person.ts';
import type { GitHubProvider } from './github-provider.ts';
import { askGitHub } from './github-requests.ts';

interface GitHubStart {
  readonly state: string;
  readonly redirectUri: string;
  readonly loginHint: string | undefined;
}

interface GitHubCallback {
  /** Parameters of the address that came back. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly redirectUri: string;
}

/** Signs people in by GitHub: OAuth 2.0 with PKCE, and its API in place of an ID token. */
export class GitHubProtocol {
  readonly #dependencies: Pick<SsoDependencies, 'fetch' | 'flowKey'>;

  constructor(dependencies: Pick<SsoDependencies, 'fetch' | 'flowKey'>) {
    this.#dependencies = dependencies;
  }

  /** @returns the address at GitHub that the person is sent to */
  begin({ settings }: GitHubProvider, { state, redirectUri, loginHint }: GitHubStart): string {
    const { clientId, baseUrl, organizations } = settings;
    const url = new URL(addressesOf(baseUrl).authorize);
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: organizations.length === 0 ? 'user:email' : 'user:email read:org',
      state,
      code_challenge: hash('sha256', this.#verifierOf(state), 'base64url'),
      code_challenge_method: 'S256',
      allow_signup: 'false',
      ...(loginHint === undefined ? {} : { login: loginHint }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Exchanges the code of an answer, and asks who it is. The token is not kept. @throws SsoFault */
  async prove(provider: GitHubProvider, { parameters, state, redirectUri }: GitHubCallback): Promise<ProvedStatement> {
    const { name, settings } = provider;
    const place = { fetch: this.#dependencies.fetch, name };
    const code = codeIn(provider, parameters);
    const token = await tokenFor(provider, { code, redirectUri, verifier: this.#verifierOf(state) }, place.fetch);
    const { api } = addressesOf(settings.baseUrl);
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    };
    const person = await readPerson(provider, (path) => askGitHub(place, `${api}${path}`, { headers }));
    return {
      shown: shownPerson(person),
      warnings: warningsOf(provider, person),
      read: () => presentedByGitHub(provider, person),
    };
  }

  #verifierOf(state: string): string {
    return derivedValues(this.#dependencies.flowKey(), state).verifier;
  }
}
