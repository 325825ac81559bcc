import type { OAuthClient } from './oauth-client.ts';

type OwnClient = Pick<OAuthClient, 'name' | 'redirectUris' | 'grantTypes' | 'defaultScopes'>;

/** Clients that are part of the product, by name. Redirects of any path of the own machine are their own. */
export const ownClients: ReadonlyMap<string, OwnClient> = new Map<string, OwnClient>([
  [
    'cube-mcp-client',
    {
      name: 'MCP client',
      redirectUris: [],
      grantTypes: ['authorization_code', 'refresh_token'],
      defaultScopes: ['mcp-agent-access'],
    },
  ],
  [
    'cube-cli',
    {
      name: 'Command line',
      redirectUris: [],
      grantTypes: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      defaultScopes: ['platform', 'offline_access'],
    },
  ],
]);
