import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installClients } from '../../../scripts/install-clients.ts';

/** The parts of the package that are used; only this folder installs it. */
interface ProviderPackage {
  readonly default: new (issuer: string, configuration: object) => { callback(): Parameters<Server['on']>[1] };
}

const clientSecret = 'a-secret-of-the-client-that-is-long-enough';

/** `oidc-provider` with its own pages, on which everybody signs in by any name. */
export class CertifiedProvider implements AsyncDisposable {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<CertifiedProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CertifiedProvider(server);
  }

  get issuer(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Settings that an admin enters. The provider gives claims by its user info endpoint. */
  get input() {
    return {
      name: 'Company',
      settings: { issuer: this.issuer, clientId: 'orrery', usesUserInfo: true },
      clientSecret,
    };
  }

  /** Serves, once the address is known that answers go to. */
  async serve(redirectUri: string): Promise<void> {
    await installClients(import.meta.dirname);
    const file = createRequire(join(import.meta.dirname, 'package.json')).resolve('oidc-provider');
    const { default: Provider } = (await import(file)) as ProviderPackage;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'orrery',
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [new URL('/sign-in', redirectUri).href],
        },
      ],
      cookies: { keys: ['a key of the test'] },
      ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups'],
      },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({
          sub,
          preferred_username: sub,
          name: `${sub} of the company`,
          email: `${sub}@example.com`,
          email_verified: true,
          groups: ['/analysts', '/finance'],
        }),
      }),
    });
    this.#server.on('request', provider.callback());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
