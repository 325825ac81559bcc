import type { WireSignInProvider } from '@orrery/contract';
import { ScimService, type ScimServiceOptions } from '../scim/scim-service.ts';
import { SsoBrowser } from './sso-browser.ts';

/** The sentence of the page that says why nobody was signed in. */
export function sentenceIn(html: string): string | undefined {
  return /<p role="alert">(.*?)<\/p>/.exec(html)?.[1]?.replaceAll('&#39;', "'");
}

/** A server that people sign in to at providers of this machine. */
export class SsoService implements AsyncDisposable {
  readonly service: ScimService;

  constructor(service: ScimService) {
    this.service = service;
  }

  static async open(options: ScimServiceOptions = {}): Promise<SsoService> {
    return new SsoService(await ScimService.open('sqlite', { signInNetworks: ['127.0.0.1'], ...options }));
  }

  get origin(): string {
    return this.service.served.origin;
  }

  get metadata() {
    return this.service.metadata;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.service[Symbol.asyncDispose]();
  }

  /** Asks the Platform API, as an admin unless another key is given. */
  async ask(method: string, path: string, body?: object, key = this.service.key) {
    const answer = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async addProvider(input: object, key?: string): Promise<WireSignInProvider> {
    const { status, text } = await this.ask('POST', '/sign-in-providers', input, key);
    if (status !== 200) throw new Error(text);
    return JSON.parse(text) as WireSignInProvider;
  }

  /** Where a sign-in begins. */
  start(key: string, query = ''): string {
    return `${this.origin}/sso/${key}/start${query}`;
  }

  hasSession(browser: SsoBrowser): boolean {
    return browser.cookiesOf(new URL(this.origin).host).includes('orrery-session');
  }

  /** Signs in from the button to the page that opens afterwards. */
  async signIn(key: string, { browser = new SsoBrowser(), query = '' } = {}) {
    const { status, text, way } = await browser.open(this.start(key, query));
    return { status, sentence: sentenceIn(text), hasSession: this.hasSession(browser), last: way.at(-1) ?? '' };
  }
}
