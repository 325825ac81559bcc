import { isDeepStrictEqual } from 'node:util';
import type { Epochs } from '@orrery/store';
import { type AccountUsers, growingCache, NotFound, type UsersByAccount, type CurrentRights } from '@orrery/kernel';
import type { AttributeService } from '../attribute/index.ts';
import type { GroupService } from '../group/index.ts';
import type { RoleService } from '../role/index.ts';
import type { UserService } from './user-service.ts';

/** Users remembered, a kilobyte each. */
const rememberedUsers = 10_000;

export interface StoredRightsDependencies {
  readonly users: Pick<UserService, 'get'>;
  readonly groups: Pick<GroupService, 'groupsOf'>;
  readonly attributes: Pick<AttributeService, 'effectiveOf'>;
  readonly roles: Pick<RoleService, 'rolesOf'>;
  readonly epochs: Pick<Epochs, 'of'>;
}

interface CachedRights {
  readonly standing: CurrentRights | undefined;
  /** The epoch of the account before the user was read: after a change in the meantime the user is read again. */
  readonly epoch: number;
}

/** The current rights of account users, read once and remembered until something changes in the account. */
export class StoredRights implements UsersByAccount {
  readonly #dependencies: StoredRightsDependencies;
  /** The remembered rights by account and user. */
  readonly #remembered = growingCache<string, CachedRights>(rememberedUsers);

  constructor(dependencies: StoredRightsDependencies) {
    this.#dependencies = dependencies;
  }

  in(accountId: number): AccountUsers {
    return { of: (userId) => this.#of(accountId, userId) };
  }

  async #of(accountId: number, userId: number): Promise<CurrentRights | undefined> {
    const epoch = this.#dependencies.epochs.of(accountId);
    const key = `${accountId}/${userId}`;
    const before = this.#remembered.get(key);
    if (before?.epoch === epoch) return before.standing;
    const found = await this.#read(accountId, userId);
    const standing = isDeepStrictEqual(found, before?.standing) ? before?.standing : found;
    // Nothing tells of users that are made.
    if (standing) this.#remembered.set(key, { standing, epoch });
    return standing;
  }

  async #read(accountId: number, userId: number): Promise<CurrentRights | undefined> {
    const { users, groups, attributes, roles } = this.#dependencies;
    const user = await users.get(accountId, userId).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    if (user?.status !== 'active') return undefined;
    const [memberships, custom, values] = await Promise.all([
      groups.groupsOf(accountId, [userId]),
      roles.rolesOf(accountId, [userId]),
      attributes.effectiveOf(accountId, userId),
    ]);
    return {
      groups: (memberships.get(userId) ?? []).map(({ name }) => name),
      roles: [user.role, ...(custom.get(userId) ?? []).map(({ name }) => name)],
      userAttributes: Object.fromEntries(values),
    };
  }
}
