import type { Database } from '../db/database.ts';
import type { CallerAttributes, UserStanding } from './caller-attributes.ts';
import { type Role, roles } from './role.ts';
import { UserStore } from './user-store.ts';

/** By role: nothing else of a user is stored that policies may read. */
const standings: ReadonlyMap<string, UserStanding> = new Map(
  roles.map((role: Role) => [role, { groups: [], roles: [role], userAttributes: {} }]),
);

/** The standing of account users, read from the metadata store each time. */
export class StoredStandings implements CallerAttributes {
  readonly #users: UserStore;
  readonly #accountId: number;

  constructor(database: Database, accountId: number) {
    this.#users = new UserStore(database);
    this.#accountId = accountId;
  }

  async of(userId: number): Promise<UserStanding | undefined> {
    const user = await this.#users.findById(this.#accountId, userId);
    return user?.status === 'active' ? standings.get(user.role) : undefined;
  }
}
