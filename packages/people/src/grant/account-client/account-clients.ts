import {
  Conflict,
  Forbidden,
  type InputProblem,
  NotFound,
  type OAuthScope,
  oauthScopes,
  requireSound,
  type Role,
  roles,
} from '@orrery/kernel';
import type { Database, Writer } from '@orrery/store';
import type { Change, RightsChange } from '../../change/index.ts';
import { hashOfOpaqueText } from '../../sign-in/index.ts';
import type { User, UserService } from '../../user/index.ts';
import type { GrantService } from '../grant-service.ts';
import { aliveAt } from '../grant-times.ts';
import type { GrantType } from '../oauth-client.ts';
import { readClient } from '../read-client.ts';
import { makeToken } from '../token-text.ts';
import type { AccountClient, AccountClientChange, MadeAccountClient, NewAccountClient } from './account-client.ts';
import { type AccountClientRow, AccountClientStore } from './account-client-store.ts';
import { serviceNames } from './service-names.ts';

interface AccountClientsDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly grants: Pick<GrantService, 'endOf'>;
  readonly users: Pick<UserService, 'create' | 'update' | 'delete'>;
}

/** Applications of an account, as its admins make and see them. */
export class AccountClients {
  readonly #store = new AccountClientStore();
  readonly #dependencies: AccountClientsDependencies;

  constructor(dependencies: AccountClientsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists those of the account, and those of the installation that act for somebody in it, in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId?: number; readonly most?: number } = {},
  ): Promise<readonly AccountClient[]> {
    const { database, clock } = this.#dependencies;
    return (await this.#store.list(database, accountId, range, aliveAt(clock.now()))).map(read);
  }

  /** @throws NotFound, also for a client of another account and for one without a grant in this one */
  get(accountId: number, id: number): Promise<AccountClient> {
    return this.#get(this.#dependencies.database, accountId, id);
  }

  /**
   * Makes an application that only the account has, and the service account as which it acts, if any.
   *
   * @throws InvalidInput, Conflict when there are too many service accounts of its name
   */
  async create(change: Change, input: NewAccountClient): Promise<MadeAccountClient> {
    const { transaction, accountId, by, now } = change;
    requireSound('oauth-client.invalid', faultsOf(input));
    const user = input.service && (await this.#makeServiceUser(change, input.name, input.service.role));
    const secret = input.isConfidential ? makeToken('secret') : undefined;
    const id = await this.#store.insert(transaction, {
      account_id: accountId,
      client_id: makeToken('client'),
      kind: 'admin',
      name: input.name,
      auth_method: secret === undefined ? 'none' : 'client_secret_basic',
      ...columnsOf(secret),
      redirect_uris: JSON.stringify(input.redirectUris),
      grant_types: JSON.stringify(grantTypesOf(input)),
      scopes: JSON.stringify(inOrder(input.scopes)),
      service_user_id: user?.id ?? null,
      created_at: now,
      created_by: by.userId ?? null,
    });
    if (input.service) await this.#store.limit(transaction, id, input.service.deployments);
    const client = await this.#get(transaction, accountId, id);
    await change.record({ event: 'Created OAuth client', attributes: attributesOf(client) });
    return { client, secret };
  }

  /**
   * Changes an application that an admin made. Tokens of its service account end when it may do something else, and it gets
   * others by its secret. All grants end when it acts for people no more.
   *
   * @throws NotFound, Forbidden for another one, InvalidInput
   */
  async update(change: RightsChange, id: number, input: AccountClientChange): Promise<AccountClient> {
    const { transaction, accountId } = change;
    const before = await this.#own(change, id);
    const { name = before.name, redirectUris = before.redirectUris } = input;
    const scopes = input.scopes ? inOrder(input.scopes) : before.defaultScopes;
    const { service } = before;
    const isConfidential = before.authMethod !== 'none';
    requireSound('oauth-client.invalid', faultsOf({ redirectUris, isConfidential, scopes, service }, input));
    await this.#store.update(transaction, accountId, id, {
      name,
      redirect_uris: JSON.stringify(redirectUris),
      grant_types: JSON.stringify(grantTypesOf({ redirectUris, service })),
      scopes: JSON.stringify(scopes),
    });
    if (service) await this.#changeService(change, before, { ...input, scopes });
    const isForNobody = before.redirectUris.length > 0 && redirectUris.length === 0;
    if (isForNobody) await this.#dependencies.grants.endOf(change, { clientId: id }, 'service');
    const client = await this.#get(transaction, accountId, id);
    const attributes = attributesOf(client);
    if (!isSame(attributes, attributesOf(before))) await change.record({ event: 'Updated OAuth client', attributes });
    return client;
  }

  /**
   * Makes another secret; the earlier one ends at once, with the tokens that the service account got by it.
   *
   * @throws NotFound, Forbidden, Conflict for a public application
   */
  async rotateSecret(change: RightsChange, id: number): Promise<MadeAccountClient> {
    const { transaction, accountId } = change;
    const { authMethod, clientId, name, service } = await this.#own(change, id);
    if (authMethod === 'none') throw new Conflict('oauth.public-client', 'The application has no secret');
    const secret = makeToken('secret');
    await this.#store.update(transaction, accountId, id, columnsOf(secret));
    if (service) await this.#dependencies.grants.endOf(change, { userId: service.userId, clientId: id }, 'secret');
    const attributes = { id, clientId, name, changed: ['client secret'] };
    await change.record({ event: 'Updated OAuth client', attributes });
    return { client: await this.#get(transaction, accountId, id), secret };
  }

  /**
   * Deletes an application of the account. For any other one, its grants in the account end, and other accounts
   * keep theirs.
   *
   * @throws NotFound
   */
  async delete(change: RightsChange, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const { clientId, name, ...client } = await this.#get(transaction, accountId, id);
    await this.#dependencies.grants.endOf(change, { clientId: id });
    if (!isOwn(client, accountId)) return;
    const { service } = client;
    if (service) await this.#dependencies.users.delete(change, service.userId, { withClient: true });
    await this.#store.delete(transaction, accountId, id);
    await change.record({ event: 'Deleted OAuth client', attributes: { id, clientId, name } });
  }

  async #get(writer: Writer, accountId: number, id: number): Promise<AccountClient> {
    const alive = aliveAt(this.#dependencies.clock.now());
    const [row] = await this.#store.list(writer, accountId, { afterId: id - 1, most: 1 }, alive);
    if (row?.id === id) return read(row);
    throw new NotFound('oauth.unknown-client', `There is no application ${id}`);
  }

  async #own({ transaction, accountId }: Change, id: number): Promise<AccountClient> {
    const client = await this.#get(transaction, accountId, id);
    if (isOwn(client, accountId)) return client;
    throw new Forbidden('oauth.foreign-client', 'No admin of the account made the application');
  }

  async #makeServiceUser(change: Change, name: string, role: Role): Promise<User> {
    let taken: unknown;
    for (const username of serviceNames(name)) {
      try {
        return await this.#dependencies.users.create(change, {
          ...{ username, displayName: name, role },
          managedBy: 'client',
        });
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        taken ??= error;
      }
    }
    throw taken;
  }

  async #changeService(
    change: RightsChange,
    { id, service, name: nameBefore, defaultScopes }: AccountClient,
    { name, role, scopes, deployments }: AccountClientChange,
  ): Promise<void> {
    if (!service) return;
    const { userId } = service;
    const displayName = name === undefined || name === nameBefore ? {} : { displayName: name };
    await this.#dependencies.users.update(change, userId, { ...displayName, role: role ?? undefined });
    const isLimited = deployments !== undefined && !isSame(deployments, service.deployments);
    if (isLimited) await this.#store.limit(change.transaction, id, deployments);
    if (!isLimited && (scopes === undefined || isSame(scopes, defaultScopes))) return;
    await this.#dependencies.grants.endOf(change, { userId, clientId: id }, 'service');
  }
}

function isOwn({ accountId, kind }: Pick<AccountClient, 'accountId' | 'kind'>, ofAccount: number): boolean {
  return accountId === ofAccount && kind === 'admin';
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function read(row: AccountClientRow): AccountClient {
  return {
    ...readClient(row),
    service: serviceIn(row),
    // No account sees a part of the secret of an application that other accounts use too.
    secretTail: (row.account_id !== null && row.secret_tail) || undefined,
    lastUsedAt: row.last_use ?? undefined,
    grantCount: row.grant_count,
  };
}

function serviceIn(row: AccountClientRow): AccountClient['service'] {
  const role = roles.find((known) => known === row.service_role);
  if (row.service_user_id === null || !role) return undefined;
  return { userId: row.service_user_id, role, deployments: row.has_all_deployments === 1 ? 'all' : row.deploymentIds };
}

function columnsOf(secret: string | undefined) {
  return {
    secret_hash: secret === undefined ? null : hashOfOpaqueText(secret),
    secret_tail: secret?.slice(-4) ?? null,
  };
}

type AccountClientParts = Pick<NewAccountClient, 'isConfidential' | 'redirectUris' | 'scopes' | 'service'>;

function grantTypesOf({
  redirectUris,
  service,
}: Pick<AccountClientParts, 'redirectUris' | 'service'>): readonly GrantType[] {
  return [
    ...(redirectUris.length > 0 ? (['authorization_code', 'refresh_token'] as const) : []),
    ...(service ? (['client_credentials'] as const) : []),
  ];
}

const staysService = 'cannot be taken away: deactivate the service account, or delete the application';

function faultsOf(
  { isConfidential, redirectUris, scopes, service }: AccountClientParts,
  { role, deployments }: Pick<AccountClientChange, 'role' | 'deployments'> = {},
): readonly InputProblem[] {
  const isNoService = service === undefined && ((role ?? undefined) !== undefined || deployments !== undefined);
  const isOfNoUse = scopes.every((scope) => scope === 'offline_access');
  return [
    ...(service && isOfNoUse ? [{ path: 'scopes', message: 'name nothing that a service account may do' }] : []),
    ...(redirectUris.length === 0 && !service
      ? [{ path: 'redirectUris', message: 'must not be empty without a service account' }]
      : []),
    ...(service && !isConfidential ? [{ path: 'isConfidential', message: 'is needed for a service account' }] : []),
    ...(service && role === null ? [{ path: 'role', message: staysService }] : []),
    ...(isNoService ? [{ path: 'role', message: 'is for applications with a service account' }] : []),
  ];
}

/** Scopes as they are stored: each once, in the same order. */
function inOrder(scopes: readonly OAuthScope[]): readonly OAuthScope[] {
  return oauthScopes.filter((scope) => scopes.includes(scope));
}

function attributesOf({ id, clientId, name, redirectUris, defaultScopes: scopes, service }: AccountClient) {
  const { role, deployments } = service ?? {};
  return { id, clientId, name, redirectUris, scopes, ...(service ? { role, deployments } : {}) };
}
