import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isKnock } from '../servers/is-knock.ts';

type Json = Readonly<Record<string, unknown>>;

/** Ways in which the answers differ from those about the usual person. */
export interface GitHubBehaviour {
  readonly user?: unknown;
  readonly emails?: unknown;
  /** Answer about the membership of an organization, by its name. */
  readonly memberships?: Readonly<Record<string, { readonly status: number; readonly body: Json }>>;
  /** Code of an error that the token endpoint answers, as GitHub does, with 200. */
  readonly tokenError?: string;
  /** Answer of the token endpoint in place of a token. */
  readonly token?: Json;
  /** A path of the API that is answered with this status and these headers. */
  readonly refused?: {
    readonly path: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly message?: string;
  };
  readonly isAway?: boolean;
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
}

const clientSecret = 'a-secret-of-the-client-that-is-long-enough';

/** GitHub as an Enterprise Server answers, by hand from its pages on OAuth apps and its REST API. */
export class OwnGitHub implements AsyncDisposable {
  readonly #server: Server;
  readonly #codes = new Map<string, Grant>();
  readonly #tokens = new Set<string>();
  behaviour: GitHubBehaviour = {};
  /** Parameters of the last request to authorize. */
  asked: Json = {};
  /** Requests to the API, in order. */
  readonly calls: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<OwnGitHub> {
    const server = createServer();
    const github = new OwnGitHub(server);
    server.on('request', (request, response) => {
      github.#answer(request, response).catch(() => response.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return github;
  }

  get baseUrl(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isKnock(request)) return void response.writeHead(404).end();
    if (this.behaviour.isAway) return void request.socket.destroy();
    const url = new URL(request.url ?? '', this.baseUrl);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    if (url.pathname === '/login/oauth/authorize')
      return void response.writeHead(302, { location: this.#authorize(url.searchParams) }).end();
    if (url.pathname === '/login/oauth/access_token') {
      const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      // Without the header, the answer is a form.
      if (!request.headers.accept?.includes('application/json')) return void response.end('access_token=x');
      return void json(this.#exchange(body));
    }
    return this.#api(request, url, response, json);
  }

  #authorize(parameters: URLSearchParams): string {
    this.asked = Object.fromEntries(parameters);
    const code = randomUUID();
    const redirectUri = parameters.get('redirect_uri') ?? '';
    this.#codes.set(code, { redirectUri, challenge: parameters.get('code_challenge') ?? '' });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', parameters.get('state') ?? '');
    return back.href;
  }

  #exchange(body: URLSearchParams): object {
    const code = body.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const isClient = body.get('client_id') === 'orrery' && body.get('client_secret') === clientSecret;
    const challenge = hash('sha256', body.get('code_verifier') ?? '', 'base64url');
    const isRight = grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri');
    const wrong = isClient ? (isRight ? undefined : 'bad_verification_code') : 'incorrect_client_credentials';
    const error = this.behaviour.tokenError ?? wrong;
    if (error !== undefined)
      return { error, error_description: 'Call 555-0100', error_uri: 'https://docs.github.example/' };
    if (this.behaviour.token) return this.behaviour.token;
    const token = `gho_${randomUUID().replaceAll('-', '')}`;
    this.#tokens.add(token);
    return { access_token: token, token_type: 'bearer', scope: 'read:org,user:email' };
  }

  #api(
    { headers }: IncomingMessage,
    { pathname }: URL,
    response: ServerResponse,
    json: (body: unknown, status?: number) => void,
  ): void {
    const path = pathname.replace('/api/v3', '');
    this.calls.push(path);
    const isKnown = this.#tokens.has(headers.authorization?.replace('Bearer ', '') ?? '');
    if (!headers['user-agent']) return json({ message: 'Request forbidden by administrative rules.' }, 403);
    if (!isKnown) return json({ message: 'Bad credentials' }, 401);
    const { user = usual, emails = usualEmails, memberships = {}, refused } = this.behaviour;
    if (refused?.path === path) {
      for (const [name, value] of Object.entries(refused.headers)) response.setHeader(name, value);
      return json({ message: refused.message ?? 'Forbidden' }, refused.status);
    }
    if (path === '/user') return json(user);
    if (path === '/user/emails') return json(emails);
    const name = decodeURIComponent(path.replace('/user/memberships/orgs/', ''));
    const { status, body } = memberships[name] ?? { status: 404, body: { message: 'Not Found' } };
    return json(body, status);
  }

  /** Settings that an admin enters. */
  get input() {
    return { kind: 'github', name: 'GitHub', settings: { baseUrl: this.baseUrl, clientId: 'orrery' }, clientSecret };
  }
}

/** Answer about the membership of an organization. */
export function membership(login: string, state = 'active') {
  return { status: 200, body: { state, role: 'member', organization: { login, id: 9919 } } };
}

const usual: Json = { login: 'octocat', id: 583_231, name: 'The Octocat', email: null, type: 'User' };
const usualEmails: readonly Json[] = [
  { email: '583231+octocat@users.noreply.github.example', primary: false, verified: true, visibility: null },
  { email: 'octocat@example.com', primary: true, verified: true, visibility: 'private' },
];
