import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { ScimService, type ScimServiceOptions } from '../scim/scim-service.ts';
import { Guarded, type GuardedOptions, openBrowser } from './guarded-browser.ts';

export const password = 'correct horse battery';

/** The clock of the server, where nobody says another one; pages have the clock of the machine. */
export const usualNow = Date.UTC(2026, 5, 17, 9, 30);

/** A server with the built application, and a browser for the people who use it. */
export class ConsoleService implements AsyncDisposable {
  readonly service: ScimService;
  readonly browser: Browser;

  private constructor(service: ScimService, browser: Browser) {
    this.service = service;
    this.browser = browser;
  }

  /** @param folder of the project that is served, beside this file */
  static async open(
    environment: Readonly<Record<string, string>> = {},
    folder = 'project',
    now: number | (() => number) = usualNow,
    others: Pick<ScimServiceOptions, 'mapNetworks' | 'signInNetworks'> = {},
  ): Promise<ConsoleService> {
    await keepBuilt('console');
    const project = join(import.meta.dirname, folder);
    const [service, browser] = await Promise.all([
      ScimService.open('sqlite', { project, environment, now: typeof now === 'number' ? () => now : now, ...others }),
      openBrowser(),
    ]);
    return new ConsoleService(service, browser);
  }

  get origin(): string {
    return this.service.served.origin;
  }

  /** A browser in which nobody is signed in. */
  stranger(options: GuardedOptions = {}): Promise<Guarded> {
    return Guarded.open(this.browser, this.origin, options);
  }

  /** A browser in which the first admin is signed in. */
  async admin(options: GuardedOptions = {}): Promise<Guarded> {
    const guarded = await this.stranger(options);
    const answer = await this.#redeem(guarded);
    if (!answer.ok()) throw new Error('the start key does not sign in');
    return guarded;
  }

  #redeem({ context }: Guarded) {
    return context.request.post('/api/v1/start-key/redeem', {
      data: { key: this.service.served.startKey },
      headers: { origin: this.origin },
    });
  }

  /** A browser in which somebody is signed in who is made for it. */
  async person(username: string, role: 'explorer' | 'viewer', options: GuardedOptions = {}): Promise<Guarded> {
    const { signIn } = this.service.metadata;
    await signIn.redeem(await this.invite(username, role), password, { address: '192.0.2.1' });
    const guarded = await this.stranger(options);
    const answer = await guarded.context.request.post('/api/v1/session', {
      data: { username, password },
      headers: { origin: this.origin },
    });
    if (!answer.ok()) throw new Error(`${username} cannot sign in`);
    return guarded;
  }

  /** The token of an invitation, for a user who is made for it. */
  async invite(username: string, role: 'explorer' | 'viewer' = 'explorer'): Promise<string> {
    const { changes, users, signIn, accountId } = this.service.metadata;
    return changes.make({ accountId, by: { via: 'command' } }, async (change) => {
      const user = await users.create(change, { username, role, status: 'invited' });
      return (await signIn.invite(change, user.id)).text;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await this.service[Symbol.asyncDispose]();
  }
}
