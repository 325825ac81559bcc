import type { Transaction } from 'kysely';
import type { Database, Tables } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { OperatorError } from '../config/operator-error.ts';
import { AccountStore } from './account-store.ts';
import { atTheCommandLine } from './acting.ts';
import type { ApiKeyService } from './api-key-service.ts';
import type { User } from './user.ts';
import type { UserService } from './user-service.ts';

export interface AccountServiceDependencies {
  readonly database: Database;
  readonly users: UserService;
  readonly apiKeys: ApiKeyService;
  readonly clock: { now(): number };
}

/** The metadata belongs to somebody else. */
class AccountMismatch extends OperatorError {}

const firstAccountId = 1;
const firstUsername = 'admin';

export class AccountService {
  readonly #store: AccountStore;
  readonly #dependencies: AccountServiceDependencies;

  constructor(dependencies: AccountServiceDependencies) {
    this.#store = new AccountStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Makes the account when there is none; later processes must name the same. @returns its number */
  async ensure(name: string): Promise<number> {
    const row = (await this.#store.first()) ?? (await this.#create(name));
    if (row?.name === name) return row.id;
    throw new AccountMismatch(
      `The metadata store belongs to the account '${row?.name}', not '${name}' (ORRERY_ACCOUNT).`,
    );
  }

  /**
   * The key of the very first start: of all processes that ever serve the account one gets it, and gets it once. It acts
   * as the first admin, who is made when the account has no users yet.
   *
   * @returns `undefined` when it was given out before, or when there are users and none of them is an admin
   */
  async takeFirstKey(accountId: number): Promise<string | undefined> {
    const { database, apiKeys, clock } = this.#dependencies;
    return inTransaction(database, async (transaction) => {
      if (!(await this.#store.claimFirstKey(transaction, accountId, clock.now()))) return undefined;
      const admin = await this.#ensureAdmin(transaction, accountId);
      if (!admin) return undefined;
      const key = { accountId, userId: admin.id, name: 'first start', deployments: 'all' as const };
      return (await apiKeys.createIn(transaction, key)).text;
    });
  }

  /** The first active admin; made when the account has no users yet. */
  ensureAdmin(accountId: number): Promise<User | undefined> {
    return inTransaction(this.#dependencies.database, (transaction) => this.#ensureAdmin(transaction, accountId));
  }

  async #ensureAdmin(transaction: Transaction<Tables>, accountId: number): Promise<User | undefined> {
    const { users } = this.#dependencies;
    const known = await users.list(accountId, { most: 1 }, transaction);
    if (known.length > 0) return users.firstActiveAdmin(accountId, transaction);
    return users.createIn(transaction, accountId, atTheCommandLine, { username: firstUsername, role: 'admin' });
  }

  async #create(name: string) {
    await this.#store.insert({
      id: firstAccountId,
      name,
      created_at: this.#dependencies.clock.now(),
      first_key_at: null,
    });
    return this.#store.first();
  }
}
