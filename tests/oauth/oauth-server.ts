import { join } from 'node:path';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import { type ServedProject, type ServeOptions, serveProject } from '../serve-project.ts';
import { onFreePort } from '../servers/free-port.ts';
import { migratedPlace, type StorePlace } from '../servers/store-place.ts';
import { Browser } from './browser.ts';

const password = 'correct horse battery';
const project = join(import.meta.dirname, '../chat/project');

/** A server with a store that outlives it, and people who sign in. Its clock is set by the test. */
export class OAuthServer implements AsyncDisposable {
  /** Time by which the clock of the server is ahead of that of this machine. */
  aheadMs = 0;
  readonly #place: StorePlace;
  readonly #options: ServeOptions;
  #served: ServedProject | undefined;
  #port = 0;

  private constructor(place: StorePlace, options: ServeOptions) {
    this.#place = place;
    this.#options = options;
  }

  static async open(kind: StorePlace['kind'], options: ServeOptions = {}): Promise<OAuthServer> {
    const server = new OAuthServer(await migratedPlace(kind), options);
    await onFreePort(async (port) => {
      server.#port = port;
      server.#served = await server.#serve();
    });
    const { changes, attributes, accountId } = server.metadata;
    // The model of the project shows rows of this city to people.
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      attributes.create(change, { name: 'city', type: 'string', defaultValue: 'Oslo' }),
    );
    return server;
  }

  get served(): ServedProject {
    if (!this.#served) throw new Error('the server does not run');
    return this.#served;
  }

  get origin(): string {
    return this.served.origin;
  }

  get metadata() {
    return this.served.composition.metadata;
  }

  /** Starts the server again, at the same address and with the same store. */
  async restart(): Promise<void> {
    await this.served.close();
    this.#served = await this.#serve();
  }

  /** A browser with a new person. */
  async browserOf(role: Role = 'explorer'): Promise<Browser> {
    const { changes, users, signIn, accountId } = this.metadata;
    const author = { accountId, by: atTheCommandLine };
    const username = `${role}-${crypto.randomUUID()}`;
    const user = await changes.make(author, (change) => users.create(change, { username, role, status: 'invited' }));
    const { text } = await changes.make(author, (change) => signIn.invite(change, user.id));
    await signIn.redeem(text, password, { address: '192.0.2.1' });
    return new Browser(this.origin, { username, password });
  }

  /** Ends all that the person of a browser has allowed. */
  async endGrantsOf({ username }: Pick<Browser, 'username'>): Promise<void> {
    const { changes, users, oauthGrants, accountId } = this.metadata;
    const { id: userId } = await users.find(accountId, username);
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => oauthGrants.endOf(change, { userId }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served?.close();
    await this.#place.remove();
  }

  #serve(): Promise<ServedProject> {
    return serveProject(project, {
      ...this.#options,
      environment: { ...this.#place.environment, ...this.#options.environment },
      port: this.#port,
      data: this.#place.settings.dataDirectory,
      now: () => Date.now() + this.aheadMs,
    });
  }
}

/** Registers an application. */
export async function registered(origin: string, body: object) {
  const answer = await fetch(`${origin}/oauth/register`, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`the application is not registered: ${answer.status} ${text}`);
  return JSON.parse(text);
}
