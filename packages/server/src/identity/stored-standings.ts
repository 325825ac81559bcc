import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Epochs } from '../db/epochs.ts';
import { NotFound } from '../http/errors.ts';
import type { AttributeService } from './attribute-service.ts';
import type { CallerAttributes, UserStanding } from './caller-attributes.ts';
import type { GroupService } from './group-service.ts';
import type { RoleService } from './role-service.ts';
import type { UserService } from './user-service.ts';

/** Users remembered, a kilobyte each. */
const rememberedUsers = 10_000;

export interface StoredStandingsDependencies {
  readonly accountId: number;
  readonly users: Pick<UserService, 'get'>;
  readonly groups: Pick<GroupService, 'groupsOf'>;
  readonly attributes: Pick<AttributeService, 'effectiveOf'>;
  readonly roles: Pick<RoleService, 'rolesOf'>;
  readonly epochs: Pick<Epochs, 'of'>;
}

interface Remembered {
  readonly standing: UserStanding | undefined;
  /** What the account's was before the user was read: a change meanwhile is read again. */
  readonly epoch: number;
}

/** The standing of account users, read once and remembered until something changes for anybody in the account. */
export class StoredStandings implements CallerAttributes {
  readonly #dependencies: StoredStandingsDependencies;
  readonly #remembered = new LRUCache<number, Remembered>({ max: rememberedUsers });

  constructor(dependencies: StoredStandingsDependencies) {
    this.#dependencies = dependencies;
  }

  async of(userId: number): Promise<UserStanding | undefined> {
    const { epochs, accountId } = this.#dependencies;
    const epoch = epochs.of(accountId);
    const before = this.#remembered.get(userId);
    if (before?.epoch === epoch) return before.standing;
    const found = await this.#read(userId);
    const standing = isDeepStrictEqual(found, before?.standing) ? before?.standing : found;
    // Nothing tells of users that are made.
    if (standing) this.#remembered.set(userId, { standing, epoch });
    return standing;
  }

  async #read(userId: number): Promise<UserStanding | undefined> {
    const { accountId, users, groups, attributes, roles } = this.#dependencies;
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
