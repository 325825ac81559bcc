import type { Database, Writer } from '@orrery/store';
import type { PolicySubject, Resource } from './resource-policy.ts';

/** The permission of one user or group, with their names. */
export interface ResourcePolicyRow {
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly action: string;
  readonly username: string | null;
  readonly email: string | null;
  readonly given_name: string | null;
  readonly display_name: string | null;
  /** The kind of the user; NULL for a group. */
  readonly kind: string | null;
  readonly picture: string | null;
  readonly group_name: string | null;
}

/** Rows of `resource_policy`. */
export class ResourcePolicyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Policies in order of creation, without those of viewers whose time is over. */
  list(accountId: number, { type, id }: Resource, now: number): Promise<readonly ResourcePolicyRow[]> {
    return this.#database
      .selectFrom('resource_policy')
      .leftJoin('account_user', 'account_user.id', 'resource_policy.user_id')
      .leftJoin('user_group', 'user_group.id', 'resource_policy.group_id')
      .select(['resource_policy.user_id', 'resource_policy.group_id', 'resource_policy.action'])
      .select(['username', 'email', 'given_name', 'picture', 'user_group.name as group_name'])
      .select(['account_user.kind', 'display_name'])
      .where('resource_policy.account_id', '=', accountId)
      .where('resource_type', '=', type)
      .where('resource_id', '=', id)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
      .orderBy('resource_policy.id')
      .execute();
  }

  /** Actions that a user has on one resource, directly and through groups. */
  async actionsOf(accountId: number, { type, id }: Resource, userId: number): Promise<readonly string[]> {
    const rows = await this.#database
      .selectFrom('resource_policy')
      .select('action')
      .where('account_id', '=', accountId)
      .where('resource_type', '=', type)
      .where('resource_id', '=', id)
      .where((is) =>
        is.or([
          is('user_id', '=', userId),
          is(
            'group_id',
            'in',
            is.selectFrom('group_member').select('group_id').where('group_member.user_id', '=', userId),
          ),
        ]),
      )
      .execute();
    return rows.map(({ action }) => action);
  }

  /** Sets the single action of a user or group, replacing the previous one. @param action `undefined` for none */
  async set(
    writer: Writer,
    accountId: number,
    { type, id }: Resource,
    subject: PolicySubject,
    action: string | undefined,
  ): Promise<void> {
    const [column, value] =
      'userId' in subject ? (['user_id', subject.userId] as const) : (['group_id', subject.groupId] as const);
    await writer
      .deleteFrom('resource_policy')
      .where('account_id', '=', accountId)
      .where('resource_type', '=', type)
      .where('resource_id', '=', id)
      .where(column, '=', value)
      .execute();
    if (action === undefined) return;
    const row = { account_id: accountId, resource_type: type, resource_id: id, action, user_id: null, group_id: null };
    await writer
      .insertInto('resource_policy')
      .values({ ...row, [column]: value })
      .execute();
  }

  /** Removes the policies of a deleted resource. */
  async clear(writer: Writer, accountId: number, { type, id }: Resource): Promise<void> {
    await writer
      .deleteFrom('resource_policy')
      .where('account_id', '=', accountId)
      .where('resource_type', '=', type)
      .where('resource_id', '=', id)
      .execute();
  }
}
