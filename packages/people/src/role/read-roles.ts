import type { Writer } from '@orrery/store';
import type { Action } from '@orrery/kernel';
import { type CustomRole, grantsOf } from './custom-role.ts';
import type { PolicyRow, RoleRow, RoleStore } from './role-store.ts';

/** Reads roles with their grants. */
export async function readRoles(
  writer: Writer,
  store: RoleStore,
  rows: readonly RoleRow[],
): Promise<readonly CustomRole[]> {
  const ids = rows.map(({ id }) => id);
  const byRole = Map.groupBy(await store.policies(writer, ids), ({ role_id }) => role_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    ...grantsOf({
      name: row.name,
      base: row.base,
      actions: readActions(row.actions),
      policies: (byRole.get(row.id) ?? []).map(readPolicy),
    }),
  }));
}

/** Custom roles by user; users without one are left out. */
export async function readRolesOf(
  writer: Writer,
  store: RoleStore,
  accountId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CustomRole[]>> {
  const pairs = await store.rolesOf(writer, userIds);
  if (pairs.length === 0) return new Map();
  const roles = await readRoles(writer, store, await store.list(writer, accountId, {}));
  const known = new Map(roles.map((role) => [role.id, role]));
  const byUser = Map.groupBy(pairs, ({ user_id }) => user_id);
  return new Map(
    [...byUser].map(([userId, held]) => [userId, held.flatMap(({ role_id }) => known.get(role_id) ?? [])]),
  );
}

/** Reads a policy; one whose deployments are all deleted grants nothing. */
function readPolicy({ has_all_deployments, actions, deploymentIds }: PolicyRow) {
  return { deployments: has_all_deployments === 1 ? ('all' as const) : deploymentIds, actions: readActions(actions) };
}

function readActions(text: string): readonly Action[] {
  return JSON.parse(text) as readonly Action[]; // we wrote it
}
