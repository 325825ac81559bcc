import { Conflict, Forbidden, NotFound } from '@orrery/kernel';
import type { Database, Writer } from '@orrery/store';
import type { Change, RightsChange } from '../../change/index.ts';
import { hashOfOpaqueText } from '../../sign-in/index.ts';
import type { GrantService } from '../grant-service.ts';
import { aliveAt } from '../grant-times.ts';
import type { GrantType } from '../oauth-client.ts';
import { readClient } from '../read-client.ts';
import { makeToken } from '../token-text.ts';
import type { AccountClient, AccountClientChange, MadeAccountClient, NewAccountClient } from './account-client.ts';
import { type AccountClientRow, AccountClientStore } from './account-client-store.ts';

interface AccountClientsDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly grants: Pick<GrantService, 'endOf'>;
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

  /** Makes an application that only the account has. */
  async create(change: Change, input: NewAccountClient): Promise<MadeAccountClient> {
    const { transaction, accountId, by, now } = change;
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
      scopes: JSON.stringify(input.scopes),
      created_at: now,
      created_by: by.userId ?? null,
    });
    const client = await this.#get(transaction, accountId, id);
    const { clientId, name, redirectUris, defaultScopes: scopes } = client;
    await change.record({ event: 'Created OAuth client', attributes: { id, clientId, name, redirectUris, scopes } });
    return { client, secret };
  }

  /** Changes an application that an admin made. @throws NotFound, Forbidden for another one */
  async update(change: RightsChange, id: number, input: AccountClientChange): Promise<AccountClient> {
    const { transaction, accountId } = change;
    const before = await this.#own(change, id);
    const { name = before.name, redirectUris = before.redirectUris, scopes = before.defaultScopes } = input;
    await this.#store.update(transaction, accountId, id, {
      name,
      redirect_uris: JSON.stringify(redirectUris),
      grant_types: JSON.stringify(grantTypesOf({ redirectUris })),
      scopes: JSON.stringify(scopes),
    });
    const attributes = { id, clientId: before.clientId, name, redirectUris, scopes };
    await change.record({ event: 'Updated OAuth client', attributes });
    return this.#get(transaction, accountId, id);
  }

  /** Makes another secret; the earlier one ends at once. @throws NotFound, Forbidden, Conflict for a public application */
  async rotateSecret(change: RightsChange, id: number): Promise<MadeAccountClient> {
    const { transaction, accountId } = change;
    const { authMethod, clientId, name } = await this.#own(change, id);
    if (authMethod === 'none') throw new Conflict('oauth.public-client', 'The application has no secret');
    const secret = makeToken('secret');
    await this.#store.update(transaction, accountId, id, columnsOf(secret));
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
    const { clientId, name } = await this.#get(transaction, accountId, id);
    await this.#dependencies.grants.endOf(change, { clientId: id });
    if (!(await this.#store.own(transaction, accountId, id))) return;
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
    if (client.accountId === accountId && client.kind === 'admin') return client;
    throw new Forbidden('oauth.foreign-client', 'No admin of the account made the application');
  }
}

function read(row: AccountClientRow): AccountClient {
  return {
    ...readClient(row),
    secretTail: row.secret_tail ?? undefined,
    lastUsedAt: row.last_use ?? undefined,
    grantCount: row.grant_count,
  };
}

function columnsOf(secret: string | undefined) {
  return {
    secret_hash: secret === undefined ? null : hashOfOpaqueText(secret),
    secret_tail: secret?.slice(-4) ?? null,
  };
}

function grantTypesOf({ redirectUris }: Pick<NewAccountClient, 'redirectUris'>): readonly GrantType[] {
  return redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : [];
}
