import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hash, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { isKnock } from '../servers/is-knock.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Faults of a provider, and ways in which it differs from the usual one. */
export interface Behaviour {
  /** Claims in place of the right ones; `undefined` leaves one out. */
  readonly claims?: Claims;
  /** Seconds that its clock is ahead. */
  readonly ahead?: number;
  /** Signs in another way than by the published key. */
  readonly sign?: 'none' | 'HS256' | 'another key' | 'a key that is new';
  /** Answers of the token endpoint. */
  readonly tokenError?: string;
  /** Whether it knows another secret of the client. */
  readonly hasOtherSecret?: boolean;
  readonly isAway?: boolean;
  /** Members of its metadata in place of the right ones. */
  readonly metadata?: Claims;
}

interface Grant {
  readonly nonce: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

const clientSecret = 'a-secret-of-the-client-that-is-long-enough';

/** A provider of OpenID Connect that signs everybody in at once, and can be wrong in many ways. */
export class OwnProvider implements AsyncDisposable {
  readonly #server: Server;
  readonly #codes = new Map<string, Grant>();
  #keys: { kid: string; pair: { privateKey: CryptoKey; publicKey: CryptoKey } }[] = [];
  /** The person who is signed in there. */
  person: Claims = { sub: 'p-1' };
  behaviour: Behaviour = {};
  /** Paths that were asked for, in order. */
  asked: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<OwnProvider> {
    const server = createServer();
    const provider = new OwnProvider(server);
    server.on('request', (request, response) => {
      provider.#answer(request, response).catch(() => response.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await provider.#makeKey();
    return provider;
  }

  get issuer(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}/realm`;
  }

  /** Settings that an admin enters. */
  get input() {
    return { name: 'Company', settings: { issuer: this.issuer, clientId: 'orrery' }, clientSecret };
  }

  /** Says that a session is over there. @param claims in place of the right ones; `undefined` leaves one out */
  async logoutToken(claims: Claims, { typ = 'logout+jwt', sign }: { typ?: string; sign?: Behaviour['sign'] } = {}) {
    const now = Math.floor(Date.now() / 1_000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const all = { iss: this.issuer, aud: 'orrery', iat: now, exp: now + 120, jti: randomUUID(), events, ...claims };
    return this.#signed(all, { sign, typ });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #makeKey(): Promise<void> {
    const pair = await generateKeyPair('RS256', { extractable: true });
    this.#keys = [{ kid: randomUUID(), pair }];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isKnock(request)) return void response.writeHead(404).end();
    const url = new URL(request.url ?? '', this.issuer);
    const path = url.pathname.replace('/realm', '');
    this.asked.push(path);
    if (this.behaviour.isAway) return void request.socket.destroy();
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (path) {
      case '/.well-known/openid-configuration':
        return void json(this.#metadata());
      case '/keys':
        return void json({
          keys: await Promise.all(
            this.#keys.map(async ({ kid, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid, use: 'sig' })),
          ),
        });
      case '/authorize':
        return void response.writeHead(302, { location: this.#authorize(url.searchParams) }).end();
      case '/token': {
        const { tokenError } = this.behaviour;
        if (tokenError !== undefined) return void json({ error: tokenError }, 400);
        const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
        const { authorization } = request.headers;
        if (this.behaviour.hasOtherSecret || !isClient(authorization)) {
          response.setHeader('www-authenticate', 'Basic realm="clients"');
          return void json({ error: 'invalid_client' }, 401);
        }
        const answer = await this.#exchange(body);
        return void json(answer ?? { error: 'invalid_grant' }, answer ? 200 : 400);
      }
      default:
        return void json({ error: 'not_found' }, 404);
    }
  }

  #metadata(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...this.behaviour.metadata,
    };
  }

  #authorize(parameters: URLSearchParams): string {
    const of = (name: string) => parameters.get(name) ?? '';
    const code = randomUUID();
    const redirectUri = of('redirect_uri');
    this.#codes.set(code, { nonce: of('nonce'), redirectUri, challenge: of('code_challenge') });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', of('state'));
    return back.href;
  }

  async #exchange(body: URLSearchParams): Promise<object | undefined> {
    const grant = this.#codes.get(body.get('code') ?? '');
    this.#codes.delete(body.get('code') ?? '');
    const verifier = hash('sha256', body.get('code_verifier') ?? '', 'base64url');
    const isRight = grant?.challenge === verifier && grant.redirectUri === body.get('redirect_uri');
    if (!isRight) return undefined;
    const accessToken = randomUUID();
    return { access_token: accessToken, token_type: 'Bearer', id_token: await this.#idToken(grant.nonce, accessToken) };
  }

  async #idToken(nonce: string, accessToken: string): Promise<string> {
    const { claims, ahead = 0, sign } = this.behaviour;
    const now = Math.floor(Date.now() / 1_000) + ahead;
    const digest = hash('sha256', accessToken, 'buffer');
    const all = {
      iss: this.issuer,
      aud: 'orrery',
      iat: now,
      exp: now + 300,
      nonce,
      at_hash: digest.subarray(0, 16).toString('base64url'),
      ...this.person,
      ...claims,
    };
    return this.#signed(all, { sign });
  }

  async #signed(all: Claims, { sign, typ }: { sign: Behaviour['sign']; typ?: string }): Promise<string> {
    const payload = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    if (sign === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(payload)}.`;
    }
    if (sign === 'a key that is new') await this.#makeKey();
    const [key] = this.#keys;
    if (!key) throw new Error('there is no key');
    const jwt = new SignJWT(payload);
    if (sign === 'HS256') {
      const shared = new TextEncoder().encode(JSON.stringify(await exportJWK(key.pair.publicKey)));
      return jwt.setProtectedHeader({ alg: 'HS256', kid: key.kid, ...(typ ? { typ } : {}) }).sign(shared);
    }
    const other = sign === 'another key' ? await generateKeyPair('RS256') : key.pair;
    return jwt.setProtectedHeader({ alg: 'RS256', kid: key.kid, ...(typ ? { typ } : {}) }).sign(other.privateKey);
  }
}

function isClient(authorization = ''): boolean {
  const text = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  const [id, secret] = text.split(':').map(decodeURIComponent);
  return id === 'orrery' && secret === clientSecret;
}
