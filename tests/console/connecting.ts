import type { GrantType } from '../../packages/people/src/grant/oauth-client.ts';
import type { ConsoleService } from './console-service.ts';

const grantTypes: readonly GrantType[] = ['authorization_code', 'refresh_token'];

/** An application that has registered itself, and what it asks people for. */
export class Connecting {
  readonly clientId: string;
  readonly #redirectUri: string;

  private constructor(clientId: string, redirectUri: string) {
    this.clientId = clientId;
    this.#redirectUri = redirectUri;
  }

  static async open({ service }: ConsoleService, name: string, redirectUri: string): Promise<Connecting> {
    const { client } = await service.metadata.oauthClients.register(
      { name, authMethod: 'none', redirectUris: [redirectUri], grantTypes, defaultScopes: ['mcp-agent-access'] },
      '192.0.2.1',
    );
    return new Connecting(client.clientId, redirectUri);
  }

  /** Where the application sends the browser. */
  address(more: Readonly<Record<string, string>> = {}, path = '/oauth/authorize'): string {
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: this.clientId, redirect_uri: this.#redirectUri, state: 'S 1' },
      ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256', ...more },
    });
    return `${path}?${query}`;
  }
}
