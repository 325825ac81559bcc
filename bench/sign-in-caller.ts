import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { makeSamlKey, samlAttributes, samlMessage, signSaml } from '../tests/sso/saml-message.ts';

const publicUrl = 'https://orrery.example';
const samlIssuer = 'https://login.example.com/saml';
const typeOfForms = 'application/x-www-form-urlencoded';

/** Line that `sign-in-server.ts` prints. */
export interface SigningServer {
  readonly origin: string;
  /** API key of an admin. */
  readonly key: string;
  readonly username: string;
}

interface Asked {
  readonly headers?: object;
  /** An object is sent as JSON, a text as a form. */
  readonly sent?: object | string;
}

/** A sign-in from the network of this number. */
type SignIn = (from: number) => Promise<void>;

/** Signs people in at a server behind a proxy, over connections that stay open. */
export class SignInCaller implements Disposable {
  readonly #server: SigningServer;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(server: SigningServer) {
    this.#server = server;
  }

  async signInByPassword(password: string, from: number): Promise<void> {
    const { username } = this.#server;
    await requireSession(await this.#ask('/api/v1/session', from, { sent: { username, password } }));
  }

  /** @param provider the input of one that signs everybody in at once */
  async signInByOidc(provider: object): Promise<SignIn> {
    const { key } = await this.#addProvider(provider);
    return async (from) => {
      const { there, cookie } = await this.#begin(key, from);
      const answer = await fetch(there, { redirect: 'manual' });
      await answer.arrayBuffer();
      await this.#finish(answer.headers.get('location') ?? '', cookie, from);
    };
  }

  /** Signs in at a provider that is nowhere, whose answers are written and signed here. */
  async signInBySaml(): Promise<SignIn> {
    const pair = await makeSamlKey();
    const settings = { entityId: samlIssuer, ssoUrl: `${samlIssuer}/sso`, certificates: [pair.cert] };
    const { key, redirectUri, entityId } = await this.#addProvider({ kind: 'saml', name: 'By SAML', settings });
    return async (from) => {
      const { there, cookie } = await this.#begin(key, from);
      const asked = inflateRawSync(Buffer.from(there.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      const message = samlMessage({
        issuer: samlIssuer,
        address: redirectUri,
        audience: entityId,
        inResponseTo: / ID="([^"]*)"/.exec(asked)?.[1],
        attributes: samlAttributes({ uid: 'gina' }),
      });
      const signed = Buffer.from(signSaml(message, 'Assertion', pair)).toString('base64');
      const sent = new URLSearchParams({ SAMLResponse: signed }).toString();
      const answer = await this.#ask(new URL(redirectUri).pathname, from, { sent });
      await text(answer);
      await this.#finish(answer.headers.location ?? '', cookie, from);
    };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #addProvider(sent: object) {
    const headers = { authorization: `Bearer ${this.#server.key}` };
    return JSON.parse(await text(await this.#ask('/api/v1/sign-in-providers', 0, { headers, sent })));
  }

  async #begin(providerKey: string, from: number) {
    const begun = await this.#ask(`/sso/${providerKey}/start`, from);
    await text(begun);
    return { there: new URL(begun.headers.location ?? ''), cookie: cookiesOf(begun).join('; ') };
  }

  async #finish(address: string, cookie: string, from: number): Promise<void> {
    const { pathname, search } = new URL(address);
    await requireSession(await this.#ask(`${pathname}${search}`, from, { headers: { cookie } }));
  }

  #ask(path: string, from: number, { headers, sent }: Asked = {}): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const asked = request(`${this.#server.origin}${path}`, {
        agent: this.#agent,
        method: sent ? 'POST' : 'GET',
        headers: {
          host: new URL(publicUrl).host,
          origin: publicUrl,
          'x-forwarded-proto': 'https',
          'x-forwarded-for': `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`,
          ...(sent ? { 'content-type': typeof sent === 'string' ? typeOfForms : 'application/json' } : {}),
          ...headers,
        },
      });
      asked.on('response', done);
      asked.on('error', fail);
      asked.end(typeof sent === 'object' ? JSON.stringify(sent) : sent);
    });
  }
}

async function requireSession(answer: IncomingMessage): Promise<void> {
  const body = await text(answer);
  if (cookiesOf(answer).some((cookie) => cookie.includes('orrery-session='))) return;
  throw new Error(`nobody was signed in: ${answer.statusCode} ${body}`);
}

function cookiesOf({ headers }: IncomingMessage): readonly string[] {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
}
