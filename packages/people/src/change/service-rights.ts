import type { Writer } from '@orrery/store';
import {
  type Action,
  attributeTypes,
  grantableActions,
  isAction,
  readDefault,
  readInPieces,
  roles,
  ruleOf,
} from '@orrery/kernel';

/** Source of a right of a service account. */
type Source = 'user' | 'custom role' | 'name of a role' | 'group' | 'user attribute' | 'sharing';

/**
 * Sources whose loss may give more: policies of models may refuse those with a name or a value, or filter by it, and the
 * sharing of an inner folder may be less than that of the folder around it.
 */
const decidingByLoss: ReadonlySet<Source> = new Set(['name of a role', 'group', 'user attribute', 'sharing']);

/** A right of a service account of an application, or a value that policies read of it. */
export interface ServiceRight {
  readonly userId: number;
  readonly source: Source;
  /** Name of the right, compared as text. */
  readonly right: string;
  /** Set for a right on deployments. */
  readonly deployment?: number | 'all';
}

/** Lists all that the service accounts of the applications of an account may do. */
export async function serviceRights(writer: Writer, accountId: number): Promise<readonly ServiceRight[]> {
  const users = await writer
    .selectFrom('oauth_client')
    .innerJoin('account_user', 'account_user.id', 'oauth_client.service_user_id')
    .select(['account_user.id', 'role', 'status'])
    .where('oauth_client.account_id', '=', accountId)
    .execute();
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    ...users.flatMap(({ id, role, status }) =>
      ofUser(id, [...(status === 'active' ? ['access'] : []), ...tiersOf(role)]),
    ),
    ...(await ofRoles(writer, ids)),
    ...(await ofAttributes(writer, accountId, ids)),
    ...(await ofGroupsAndSharing(writer, accountId, ids)),
  ];
}

/**
 * Finds what may have given more to a service account between the two lists; `undefined` when nothing did. Accounts that
 * are in the second list alone are new, and no access token makes one.
 */
export function givenBetween(
  before: readonly ServiceRight[],
  after: readonly ServiceRight[],
): ServiceRight | undefined {
  const [had, has] = [new Set(before.map(textOf)), new Set(after.map(textOf))];
  const users = new Set(before.map(({ userId }) => userId));
  const added = after.find(
    (right) =>
      users.has(right.userId) &&
      !had.has(textOf(right)) &&
      !(right.deployment !== undefined && had.has(textOf({ ...right, deployment: 'all' }))),
  );
  return added ?? before.find((right) => decidingByLoss.has(right.source) && !has.has(textOf(right)));
}

function textOf({ userId, source, right, deployment }: ServiceRight): string {
  return JSON.stringify([userId, source, right, deployment ?? null]);
}

function ofUser(userId: number, rights: readonly string[]): readonly ServiceRight[] {
  return rights.map((right) => ({ userId, source: 'user', right }));
}

/** Built-in roles that one includes, itself first; they are listed from the strongest on. */
function tiersOf(role: string): readonly string[] {
  return roles.slice(roles.findIndex((known) => known === role)).map((tier) => `role ${tier}`);
}

async function ofRoles(writer: Writer, userIds: readonly number[]): Promise<readonly ServiceRight[]> {
  const held = await readInPieces(userIds, (some) =>
    writer
      .selectFrom('user_role')
      .innerJoin('custom_role', 'custom_role.id', 'user_role.role_id')
      .select(['user_role.user_id', 'user_role.role_id', 'custom_role.name', 'custom_role.base', 'custom_role.actions'])
      .where('user_role.user_id', 'in', some)
      .execute(),
  );
  const policies = await readInPieces([...new Set(held.map(({ role_id }) => role_id))], (some) =>
    writer
      .selectFrom('role_policy')
      .leftJoin('role_policy_deployment', 'role_policy_deployment.role_policy_id', 'role_policy.id')
      .select(['role_policy.role_id', 'role_policy.has_all_deployments', 'role_policy.actions'])
      .select('role_policy_deployment.deployment_id')
      .where('role_policy.role_id', 'in', some)
      .execute(),
  );
  const byRole = Map.groupBy(policies, ({ role_id }) => role_id);
  return held.flatMap(({ user_id: userId, role_id: roleId, name, base, actions: onAccount }) => [
    // Policies of models name roles.
    { userId, source: 'name of a role' as const, right: name },
    ...[...tiersOf(base), ...actionsIn(onAccount).flatMap(broughtBy)].map((right) => roleRight(userId, right)),
    ...(byRole.get(roleId) ?? []).flatMap(
      ({ has_all_deployments: hasAll, deployment_id: id, actions: onDeployment }) => {
        const deployment: number | 'all' | undefined = hasAll === 1 ? 'all' : (id ?? undefined);
        if (deployment === undefined) return [];
        return actionsIn(onDeployment)
          .flatMap(broughtOnDeployment)
          .map((right) => ({ ...roleRight(userId, right), deployment }));
      },
    ),
  ]);
}

function roleRight(userId: number, right: string): ServiceRight {
  return { userId, source: 'custom role', right };
}

/** Lists the values that policies read, with defaults. Another value counts as more, because it may show more rows. */
async function ofAttributes(
  writer: Writer,
  accountId: number,
  userIds: readonly number[],
): Promise<readonly ServiceRight[]> {
  const attributes = await writer
    .selectFrom('user_attribute')
    .select(['id', 'name', 'type', 'default_value'])
    .where('account_id', '=', accountId)
    .where('embed_tenant_id', 'is', null)
    .execute();
  const values = await readInPieces(userIds, (some) =>
    writer.selectFrom('user_attribute_value').selectAll().where('user_id', 'in', some).execute(),
  );
  const stored = new Map(values.map(({ user_id, attribute_id, value }) => [`${user_id} ${attribute_id}`, value]));
  return userIds.flatMap((userId) =>
    attributes.flatMap(({ id, name, type, default_value: text }): readonly ServiceRight[] => {
      const value = stored.get(`${userId} ${id}`) ?? defaultOf(type, text);
      return value === undefined ? [] : [{ userId, source: 'user attribute', right: `${name} ${value}` }];
    }),
  );
}

function defaultOf(type: string, text: string | null): string | undefined {
  const known = attributeTypes.find((candidate) => candidate === type);
  return text === null || known === undefined ? undefined : JSON.stringify(readDefault(known, text));
}

async function ofGroupsAndSharing(
  writer: Writer,
  accountId: number,
  userIds: readonly number[],
): Promise<readonly ServiceRight[]> {
  const memberships = await readInPieces(userIds, (some) =>
    writer
      .selectFrom('group_member')
      .innerJoin('user_group', 'user_group.id', 'group_member.group_id')
      .select(['group_member.user_id', 'group_member.group_id', 'user_group.name'])
      .where('group_member.user_id', 'in', some)
      .execute(),
  );
  const shared = (column: 'user_id' | 'group_id', ids: readonly number[]) =>
    readInPieces(ids, (some) =>
      writer
        .selectFrom('resource_policy')
        .select(['user_id', 'group_id', 'resource_type', 'resource_id', 'action'])
        .where('account_id', '=', accountId)
        .where(column, 'in', some)
        .execute(),
    );
  const membersOf = Map.groupBy(memberships, ({ group_id }) => group_id);
  const policies = [...(await shared('user_id', userIds)), ...(await shared('group_id', [...membersOf.keys()]))];
  return [
    // Policies of models name groups.
    ...memberships.map(({ user_id: userId, name }) => ({ userId, source: 'group' as const, right: name })),
    ...policies.flatMap(({ user_id, group_id, resource_type, resource_id, action }) => {
      const holders = user_id === null ? (membersOf.get(group_id ?? 0) ?? []) : [{ user_id }];
      const rights = (isAction(action) ? broughtBy(action) : [action]).map(
        (one) => `${resource_type} ${resource_id} ${one}`,
      );
      return holders.flatMap(({ user_id: userId }) =>
        rights.map((right) => ({ userId, source: 'sharing' as const, right })),
      );
    }),
  ];
}

function actionsIn(text: string): readonly Action[] {
  return JSON.parse(text) as readonly Action[]; // we wrote it
}

function broughtBy(action: Action): readonly string[] {
  return [action, ...(ruleOf(action).with ?? [])];
}

/** Every right on a deployment includes reading it. */
function broughtOnDeployment(action: Action): readonly string[] {
  const brought = action === 'All' ? grantableActions('deployment') : [action];
  return ['DeploymentRead', ...brought.flatMap(broughtBy)];
}
