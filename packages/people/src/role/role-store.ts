import type { Insertable, Selectable, Updateable } from 'kysely';
import { type CustomRoleTable, unlessTaken, type Writer } from '@orrery/store';
import { readInPieces } from '@orrery/kernel';

export type RoleRow = Selectable<CustomRoleTable>;

export interface PolicyRow {
  readonly role_id: number;
  readonly has_all_deployments: number;
  readonly actions: string;
  /** Meaningless when it has all. */
  readonly deploymentIds: readonly number[];
}

/** Rows of `custom_role`, `role_policy` and `user_role`. */
export class RoleStore {
  list(
    writer: Writer,
    accountId: number,
    { afterId = 0, most }: { readonly afterId?: number; readonly most?: number } = {},
  ): Promise<RoleRow[]> {
    return writer
      .selectFrom('custom_role')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '>', afterId)
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  get(writer: Writer, accountId: number, id: number): Promise<RoleRow | undefined> {
    return writer
      .selectFrom('custom_role')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async policies(writer: Writer, roleIds: readonly number[]): Promise<readonly PolicyRow[]> {
    if (roleIds.length === 0) return [];
    const rows = await writer
      .selectFrom('role_policy')
      .leftJoin('role_policy_deployment', 'role_policy_deployment.role_policy_id', 'role_policy.id')
      .selectAll('role_policy')
      .select('role_policy_deployment.deployment_id')
      .where('role_policy.role_id', 'in', roleIds)
      .orderBy('role_policy.id')
      .orderBy('role_policy_deployment.deployment_id')
      .execute();
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((same) => {
      const deploymentIds = same.flatMap(({ deployment_id }) => deployment_id ?? []);
      return same[0] ? [{ ...same[0], deploymentIds }] : [];
    });
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<CustomRoleTable>): Promise<RoleRow | undefined> {
    return writer
      .insertInto('custom_role')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** @returns `undefined` when the name is taken; the transaction can then only be rolled back */
  update(writer: Writer, id: number, change: Updateable<CustomRoleTable>): Promise<RoleRow | undefined> {
    return unlessTaken(
      writer.updateTable('custom_role').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
    );
  }

  /** Replaces all policies of a role. */
  async setPolicies(writer: Writer, roleId: number, policies: readonly Omit<PolicyRow, 'role_id'>[]): Promise<void> {
    await writer.deleteFrom('role_policy').where('role_id', '=', roleId).execute();
    for (const { deploymentIds, ...policy } of policies) {
      const { id } = await writer
        .insertInto('role_policy')
        .values({ ...policy, role_id: roleId })
        .returning('id')
        .executeTakeFirstOrThrow();
      const pairs = deploymentIds.map((deploymentId) => ({ role_policy_id: id, deployment_id: deploymentId }));
      if (pairs.length > 0) await writer.insertInto('role_policy_deployment').values(pairs).execute();
    }
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('custom_role').where('id', '=', id).execute();
  }

  /** Custom roles of these users. */
  async rolesOf(
    writer: Writer,
    userIds: readonly number[],
  ): Promise<readonly { readonly user_id: number; readonly role_id: number }[]> {
    return readInPieces(userIds, (some) =>
      writer.selectFrom('user_role').selectAll().where('user_id', 'in', some).orderBy('role_id').execute(),
    );
  }

  async holders(writer: Writer, roleId: number): Promise<readonly number[]> {
    const rows = await writer.selectFrom('user_role').select('user_id').where('role_id', '=', roleId).execute();
    return rows.map(({ user_id }) => user_id);
  }

  async assign(writer: Writer, userId: number, roleIds: readonly number[]): Promise<void> {
    for (const roleId of roleIds) {
      await writer
        .insertInto('user_role')
        .values({ user_id: userId, role_id: roleId })
        .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doNothing())
        .execute();
    }
  }

  async remove(writer: Writer, userId: number, roleIds: readonly number[]): Promise<void> {
    if (roleIds.length === 0) return;
    await writer.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', 'in', roleIds).execute();
  }
}
