import { MapShapes } from '../../map-shapes/index.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { passwordCost } from '../../../../../tests/cheap-passwords.ts';
import { type StorePlace, migratedPlace } from '../../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../../deployments/src/open-metadata.ts';
import { openContent } from '../../../../content/src/open-content.ts';
import { openMailer } from '../../../../content/src/delivery/mail/open-mailer.ts';
import { openSignInMail } from '../../../../content/src/delivery/open-sign-in-mail.ts';
import { type QueryHistory, startHistory } from '../../history/start-history.ts';
import { withoutLastSlash } from '../../http/below-public-path.ts';
import { atTheCommandLine } from '../../../../kernel/src/caller/audit-actor.ts';
import { openViewers } from '../../../../people/src/embed/open-viewers.ts';
import { fingerprints } from '../../../../people/src/sign-in/fingerprint.ts';
import { SessionAuthenticator } from '../../../../people/src/session/session-authenticator.ts';
import type { NewUser } from '../../../../people/src/user/user-service.ts';
import { AiModels } from '../../../../agents/src/models/ai-models.ts';
import { noChats, noEvaluations, noMetadata, noQueries } from './no-queries-for-test.ts';
import { OwnAddresses } from '../../../../oauth/src/address/own-addresses.ts';
import { MemoryService } from '../../../../agents/src/memory/memory-service.ts';
import { openNotifications } from '../../../../content/src/notification/open-notifications.ts';
import { registerPlatformRoutes } from './platform-routes.ts';
import { bearersOf } from './bearers-for-test.ts';

export interface Answer {
  readonly status: number;
  // Each test knows the shape of the body it reads.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface Asking {
  /** API key of the request; by default the first admin's. `''` sends none. */
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The Platform API over a store of its own, called without a network. */
export class PlatformFixture implements AsyncDisposable {
  readonly metadata: ServedMetadata;
  readonly routes: readonly string[];
  readonly history: QueryHistory | undefined;
  readonly #app: FastifyInstance;
  readonly place: StorePlace;
  readonly #key: string;

  private constructor(
    metadata: ServedMetadata,
    app: FastifyInstance,
    place: StorePlace,
    key: string,
    routes: string[],
    history: QueryHistory | undefined,
  ) {
    this.history = history;
    this.metadata = metadata;
    this.routes = routes;
    this.#app = app;
    this.place = place;
    this.#key = key;
  }

  /** @param given settings of the process */
  static async open(
    kind: StorePlace['kind'],
    clock: { now(): number },
    given: Readonly<Record<string, string>> = {},
  ): Promise<PlatformFixture> {
    const place = await migratedPlace(kind, given);
    const metadata = await serveMetadata(place.settings, clock, { passwordCost });
    const dependencies = { database: metadata.store.database, epochs: metadata.epochs, clock, log: { warn: () => {} } };
    const { store, keyring } = metadata;
    const fingerprintOf = fingerprints(keyring.current);
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const history = startHistory({ store, settings: place.settings, fingerprintOf, clock, log: quiet });
    const aiModels = new AiModels({
      ...{ database: store.database, keyring, clock, log: quiet },
      network: { allowed: place.settings.sourceNetworks },
    });
    const app = Fastify({ rewriteUrl: withoutLastSlash });
    const routes: string[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD' && !url.endsWith('/')) routes.push(`${one} ${url}`);
    });
    await registerPlatformRoutes(app, {
      ...metadata,
      ...openContent(metadata, clock),
      ...openViewers({ ...metadata, clock, embedIssuer: 'cubecloud' }),
      ...openSignInMail(metadata, {
        mailer: openMailer(place.settings),
        origin: () => 'https://orrery.test',
        clock,
        log: dependencies.log,
      }),
      authenticator: bearersOf(dependencies),
      browserSessions: new SessionAuthenticator(dependencies),
      history,
      reportAccess: () => Promise.reject(new Error('no model is served')),
      agentSkills: () => Promise.resolve([{ name: 'weekly', title: 'Weekly', description: 'A report' }]),
      aiModels: { open: () => Promise.resolve(aiModels) },
      mapShapes: new MapShapes({ network: { allowed: [] }, log: quiet }),
      queries: noQueries,
      chats: noChats,
      memories: { open: async () => new MemoryService({ database: metadata.store.database, clock }) },
      evaluations: noEvaluations,
      notifications: openNotifications({ ...metadata, ...dependencies }),
      ownAddresses: new OwnAddresses({ publicUrl: 'https://orrery.test' }),
      clientDocuments: metadata.oauthClients,
      clock,
      ownAddress: () => undefined,
      readSamlMetadata: noMetadata,
      serving: { tokens: { algorithms: ['HS256'], scopes: [] }, isDemo: false, basePath: 'cubejs-api' },
    });
    const key = await keyOf(metadata, { username: 'root', role: 'admin', email: 'root@example.com' });
    return new PlatformFixture(metadata, app, place, key, routes, history);
  }

  /** A key of a new user. */
  keyOf(user: NewUser, deployments: 'all' | readonly number[] = 'all'): Promise<string> {
    return keyOf(this.metadata, user, deployments);
  }

  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, asking: Asking = {}): Promise<Answer> {
    const { key = this.#key, body, headers = {} } = asking;
    const answer = await this.#app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...(key === '' ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(body ? { payload: body } : {}),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const { statusCode: status, body: text } = answer;
    return { status, text, body: isJson ? answer.json() : undefined, headers: answer.headers };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app.close();
    await this.history?.recorder.close();
    await this.metadata.close();
    await this.place.remove();
  }
}

async function keyOf(
  { changes, users, apiKeys, accountId }: ServedMetadata,
  user: NewUser,
  deployments: 'all' | readonly number[] = 'all',
) {
  const { id } = await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    users.create(change, user),
  );
  return (
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: id, name: `of ${user.username}`, deployments }),
    )
  ).text;
}
