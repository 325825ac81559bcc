import { type Database, inTransaction } from '@orrery/store';
import { atTheCommandLine, Conflict, firstAccountId, OperatorError, requireSound } from '@orrery/kernel';
import { AccountStore } from './account-store.ts';
import type { ApiKeyService } from '../key/index.ts';
import type { Change, Changes } from '../change/index.ts';
import type { User, UserService } from '../user/index.ts';

/** One customer of an installation, with its people, keys and deployments. `createdAt` is epoch milliseconds. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
}

export interface AccountServiceDependencies {
  readonly database: Database;
  readonly changes: Changes;
  readonly users: UserService;
  readonly apiKeys: ApiKeyService;
  readonly clock: { now(): number };
}

/** Thrown when the metadata store has no account of this name, or belongs to another one. */
class AccountMismatch extends OperatorError {}

const firstUsername = 'admin';

/** Names that are valid in addresses. */
const namePattern = /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
/** Whether a text can be the name of an account; whether there is one, only the store knows. */
export function isAccountName(text: string): boolean {
  return namePattern.test(text);
}

const nameRule = 'lowercase letters, digits and hyphens, 2 to 63 of them, a letter first and no hyphen last';

/** A new account, and the key of its first admin, which is shown once. */
export interface MadeAccount {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}

export class AccountService {
  readonly #store: AccountStore;
  readonly #dependencies: AccountServiceDependencies;

  constructor(dependencies: AccountServiceDependencies) {
    this.#store = new AccountStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /**
   * Returns the account of the project folder, creating it if missing; later processes must use the same name.
   *
   * @returns its number
   */
  async ensure(name: string): Promise<number> {
    const row = (await this.#store.first()) ?? (await this.#createFirst(name));
    if (row?.name === name) return row.id;
    throw new AccountMismatch(
      `The metadata store belongs to the account '${row?.name}', not '${name}' (ORRERY_ACCOUNT).`,
    );
  }

  /** Returns any account of the store by name. Creates the first one if there is none. @returns its number */
  async choose(name: string): Promise<number> {
    const all = await this.#store.list(); // one look: between two, another process makes the first account
    const row = all.find((account) => account.name === name);
    if (row) return row.id;
    if (all.length === 0) return this.ensure(name);
    const names = all.map((account) => `'${account.name}'`).join(', ');
    throw new AccountMismatch(`There is no account '${name}' (ORRERY_ACCOUNT) in the metadata store, but ${names}.`);
  }

  /** @returns its number */
  async find(name: string): Promise<number | undefined> {
    return (await this.#store.find(name))?.id;
  }

  /** Returns the name of an account. */
  async nameOf(accountId: number): Promise<string | undefined> {
    return (await this.#store.get(accountId))?.name;
  }

  /** Lists all accounts, the first one first. */
  async list(): Promise<readonly Account[]> {
    return (await this.#store.list()).map(({ id, name, created_at }) => ({ id, name, createdAt: created_at }));
  }

  /** Creates a further account with an admin; accounts share nothing. @throws Invalid, Conflict */
  async create(name: string): Promise<MadeAccount> {
    requireSound('account.invalid', isAccountName(name) ? [] : [{ path: 'name', message: `takes ${nameRule}` }]);
    const { database, clock, changes } = this.#dependencies;
    const now = clock.now();
    return inTransaction(database, async (transaction) => {
      const id = await this.#store.insert(transaction, { name, created_at: now, first_key_at: now });
      if (id === undefined) throw new Conflict('account.exists', `There is an account '${name}' already`);
      const change = changes.within(transaction, { accountId: id, by: atTheCommandLine });
      const admin = await this.#ensureAdmin(change);
      if (!admin) throw new Error(`account ${id} has users and no admin`);
      return { id, name, key: await this.#firstKey(change, admin) };
    });
  }

  /**
   * Returns the first key of an account: of all processes that ever serve it, one gets the key, once. The key acts as
   * the first admin, who is created if the account has no users yet.
   *
   * @returns `undefined` when the key was given out before, or when there are users and none of them is an admin
   */
  async takeFirstKey(accountId: number): Promise<string | undefined> {
    return this.#dependencies.changes.make({ accountId, by: atTheCommandLine }, async (change) => {
      if (!(await this.#store.claimFirstKey(change.transaction, accountId, change.now))) return undefined;
      const admin = await this.#ensureAdmin(change);
      if (admin) return this.#firstKey(change, admin);
      // People came by a provider before: the key waits for a start with an admin.
      await this.#store.releaseFirstKey(change.transaction, accountId);
      return undefined;
    });
  }

  /** Returns the first active admin; creates one if the account has no users yet. */
  ensureAdmin(accountId: number): Promise<User | undefined> {
    const author = { accountId, by: atTheCommandLine };
    return this.#dependencies.changes.make(author, (change) => this.#ensureAdmin(change));
  }

  async #ensureAdmin(change: Change): Promise<User | undefined> {
    const { users } = this.#dependencies;
    const { transaction, accountId } = change;
    const known = await users.list(accountId, { most: 1 }, transaction);
    if (known.length > 0) return users.firstActiveAdmin(accountId, transaction);
    return users.create(change, { username: firstUsername, role: 'admin' });
  }

  async #firstKey(change: Change, admin: User): Promise<string> {
    const key = { userId: admin.id, name: 'first start', deployments: 'all' as const };
    return (await this.#dependencies.apiKeys.create(change, key)).text;
  }

  async #createFirst(name: string) {
    const created_at = this.#dependencies.clock.now();
    await this.#store.insertFirst({ id: firstAccountId, name, created_at, first_key_at: null });
    return this.#store.first();
  }
}
