/** A client that cannot run here, by the shape of its requests: how it registers, and how it asks and refreshes. */
export interface RecordedClient {
  readonly name: string;
  readonly registration: object;
  /** Where its browser ends; it may differ from what was registered by the port. */
  readonly redirect: string;
  /** `undefined`: it names no scope. */
  readonly scope?: string;
  readonly prompt?: string;
  /** Query of the address that was pasted. */
  readonly query?: string;
}

const code = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };
const challenge = 'mcp-agent-access';

/** Made by hand from sources and reports: no request of a person is in them. */
export const recordedClients: readonly RecordedClient[] = [
  {
    name: 'Claude on the web',
    registration: {
      ...code,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
    },
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    scope: challenge,
  },
  {
    name: 'ChatGPT, with an address for each connector',
    registration: {
      ...code,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/0123456789abcdef'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    redirect: 'https://chatgpt.com/connector/oauth/0123456789abcdef',
    scope: challenge,
  },
  {
    name: 'VS Code, on a port of the moment, and with the deployment in its address',
    registration: {
      client_name: 'Visual Studio Code',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      client_uri: 'https://code.visualstudio.com',
    },
    redirect: 'http://127.0.0.1:51413/',
    scope: challenge,
    query: '?deploymentId=1',
  },
  {
    name: 'Cursor, by a scheme of its own',
    registration: {
      ...code,
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
    scope: `${challenge} offline_access`,
    prompt: 'consent',
  },
  {
    name: 'Codex, whose resource is the whole address',
    registration: { ...code, client_name: 'Codex', redirect_uris: ['http://127.0.0.1:1455/callback'] },
    redirect: 'http://127.0.0.1:40211/callback',
    query: '?deploymentId=1',
  },
  {
    name: 'Gemini CLI',
    registration: {
      ...code,
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirect: 'http://localhost:7777/oauth/callback',
    scope: 'openid email profile',
  },
];
