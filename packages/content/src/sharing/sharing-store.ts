import { presentUsers, userGroups } from '@orrery/people';
import type { Database } from '@orrery/store';
import { Invalid, NotFound } from '@orrery/kernel';
import type { Change, PolicySubject, ResourcePolicyService } from '@orrery/people';
import {
  isItemKind,
  type ItemSpace,
  type ItemRow,
  type Level,
  levelOfRank,
  type ContentScope,
  sharedAs,
  spaceOf,
  workspaceOfAccount,
} from '../item/index.ts';

/** Public data of a person for everyone in the account. */
export interface SharingPerson {
  readonly id: number;
  /** The username when there is no address. */
  readonly email: string;
  readonly firstName: string | undefined;
  readonly picture: string | undefined;
}

interface SharingPolicy {
  readonly user: SharingPerson | undefined;
  readonly group: { readonly id: number; readonly name: string } | undefined;
  readonly level: Level;
}

interface SharingStoreDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly resourcePolicies: ResourcePolicyService;
}

/** Policies set on one item, with the names of their users and groups. */
export class SharingStore {
  readonly #database: Database;
  readonly #clock: { now(): number };
  readonly #resourcePolicies: ResourcePolicyService;

  constructor({ database, clock, resourcePolicies }: SharingStoreDependencies) {
    this.#database = database;
    this.#clock = clock;
    this.#resourcePolicies = resourcePolicies;
  }

  async person({ accountId }: ContentScope, id: number | null): Promise<SharingPerson | undefined> {
    if (id === null) return undefined;
    const row = await presentUsers(this.#database, this.#clock.now())
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && readPerson(row);
  }

  /** Lists in order of creation. */
  async policies({ accountId }: ContentScope, item: ItemRow): Promise<readonly SharingPolicy[]> {
    if (!isItemKind(item.kind)) throw new Error(`'${item.kind}' is no kind of item`);
    const { type, actions } = sharedAs[item.kind];
    const policies = await this.#resourcePolicies.list(accountId, { type, id: item.id });
    return policies.flatMap(({ subject, name, email = name, firstName, picture, action }): readonly SharingPolicy[] => {
      const level = levelOfRank(actions.findIndex((one) => one === action) + 1);
      if (level === undefined) return [];
      if ('groupId' in subject) return [{ user: undefined, group: { id: subject.groupId, name }, level }];
      return [{ user: { id: subject.userId, email, firstName, picture }, group: undefined, level }];
    });
  }

  /**
   * Finds the number of a group by its name, among those that items of the place are shared with.
   *
   * @throws NotFound
   */
  async groupNamed({ transaction }: Change, { accountId, space }: ItemSpace, name: string): Promise<number> {
    const group = await userGroups(transaction)
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .where((is) =>
        space === workspaceOfAccount
          ? is.or([is('embed_tenant_id', 'is', null), is('kind', '=', 'system')])
          : is.and([is('embed_tenant_id', '=', space), is('kind', '!=', 'system')]),
      )
      .executeTakeFirst();
    if (group) return group.id;
    throw new NotFound('group.unknown', `There is no group '${name.slice(0, 255)}'`);
  }

  /**
   * Requires a user or group of the account, or a system group of embedded content; for items of viewers, a viewer or a
   * group of their embed tenant.
   *
   * @throws NotFound, Invalid
   */
  async requireSubject({ transaction, now }: Change, place: ItemSpace, subject: PolicySubject): Promise<void> {
    const { accountId, space } = place;
    if ('userId' in subject) {
      const user = await presentUsers(transaction, now)
        .where('account_id', '=', accountId)
        .where('kind', '=', space === workspaceOfAccount ? 'internal' : 'external')
        .where('id', '=', subject.userId)
        .executeTakeFirst();
      if (user && (space === workspaceOfAccount || spaceOf(user.embed_tenant_id) === space)) return;
      throw new NotFound('user.unknown', `There is no user ${subject.userId}`);
    }
    const group = await userGroups(transaction)
      .where('account_id', '=', accountId)
      .where('id', '=', subject.groupId)
      .executeTakeFirst();
    const isForeign = space !== workspaceOfAccount && (group?.embed_tenant_id !== space || group.kind === 'system');
    if (!group || isForeign) throw new NotFound('group.unknown', `There is no group ${subject.groupId}`);
    if (space !== workspaceOfAccount || group.embed_tenant_id === null || group.kind === 'system') return;
    throw new Invalid('sharing.tenant-group', 'Content is not shared with groups of embed tenants');
  }
}

function readPerson(row: {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly given_name: string | null;
  readonly picture: string | null;
}): SharingPerson {
  return {
    id: row.id,
    email: row.email ?? row.username,
    firstName: row.given_name ?? undefined,
    picture: row.picture ?? undefined,
  };
}
