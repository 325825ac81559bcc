import type { Transaction } from 'kysely';
import type { Tables } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { Conflict, Invalid, NotFound } from '../http/errors.ts';
import { changeStanding, type StandingDependencies } from './change-standing.ts';
import { type Role, roles } from './role.ts';
import { type User, type UserStatus, userStatuses } from './user.ts';
import { type UserRow, UserStore } from './user-store.ts';
import { emailFault, usernameFault, usernameKey } from './username.ts';

export interface NewUser {
  readonly username: string;
  readonly email?: string | undefined;
  readonly role: Role;
}

export interface UserChange {
  readonly email?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

export class UserService {
  readonly #store: UserStore;
  readonly #dependencies: StandingDependencies;

  constructor(dependencies: StandingDependencies) {
    this.#store = new UserStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** @throws Invalid, Conflict when the username is taken in any case */
  create(accountId: number, input: NewUser): Promise<User> {
    return inTransaction(this.#dependencies.database, (transaction) => this.createIn(transaction, accountId, input));
  }

  /** As part of a larger change. */
  async createIn(transaction: Transaction<Tables>, accountId: number, input: NewUser): Promise<User> {
    requireSound('username', input.username, usernameFault);
    requireSound('email', input.email, emailFault);
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      username: input.username.trim(),
      username_key: usernameKey(input.username),
      email: input.email ?? null,
      role: input.role,
      status: 'active',
      created_at: this.#dependencies.clock.now(),
    });
    if (!row) throw new Conflict('user.username-taken', `There is a user '${input.username}' already`);
    return read(row);
  }

  async list(accountId: number, transaction?: Transaction<Tables>): Promise<readonly User[]> {
    return (await this.#store.list(accountId, transaction)).map(read);
  }

  /** @throws NotFound */
  async find(accountId: number, username: string): Promise<User> {
    const row = await this.#store.find(accountId, usernameKey(username));
    if (!row) throw unknownUser(username);
    return read(row);
  }

  /** Acts on the next request of that user. @throws NotFound, Invalid, Conflict when no active admin would be left */
  async update(accountId: number, username: string, change: UserChange): Promise<User> {
    requireSound('email', change.email, emailFault);
    return changeStanding(this.#dependencies, accountId, async (transaction) => {
      const row = await this.#store.find(accountId, usernameKey(username), transaction);
      if (!row) throw unknownUser(username);
      const { email = row.email, role = row.role, status = row.status } = change;
      await this.#store.update(transaction, row.id, { email, role, status });
      if (isActiveAdmin(read(row)) && !(await this.list(accountId, transaction)).some(isActiveAdmin)) {
        throw new Conflict('user.last-admin', `'${row.username}' is the last active admin`);
      }
      return read({ ...row, email, role, status });
    });
  }
}

export function isActiveAdmin({ role, status }: User): boolean {
  return role === 'admin' && status === 'active';
}

function requireSound(field: string, text: string | undefined, faultOf: (text: string) => string | undefined): void {
  const fault = text === undefined ? undefined : faultOf(text);
  if (fault !== undefined) throw new Invalid('user.invalid', `The ${field} ${fault}`);
}

function unknownUser(username: string): NotFound {
  return new NotFound('user.unknown', `There is no user '${username}'`);
}

function read(row: UserRow): User {
  const role = roles.find((known) => known === row.role);
  const status = userStatuses.find((known) => known === row.status);
  if (!role || !status) throw new Error(`user ${row.id} has the role '${row.role}' and the status '${row.status}'`);
  return { id: row.id, username: row.username, email: row.email ?? undefined, role, status, createdAt: row.created_at };
}
