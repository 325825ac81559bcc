import type { GroupService, RoleService, User } from '@orrery/people';
import type { ShownUser } from './present-user.ts';

/** Services that `showUsers` needs. */
export interface Memberships {
  readonly groups: Pick<GroupService, 'groupsOf'>;
  readonly roles: Pick<RoleService, 'rolesOf'>;
}

/** Users with their groups and roles, in two statements however many they are. */
export async function showUsers(
  accountId: number,
  users: readonly User[],
  { groups, roles }: Memberships,
): Promise<readonly ShownUser[]> {
  const ids = users.map(({ id }) => id);
  const [memberships, held] = await Promise.all([groups.groupsOf(accountId, ids), roles.rolesOf(accountId, ids)]);
  return users.map((user) => ({
    user,
    groups: memberships.get(user.id) ?? [],
    customRoles: held.get(user.id) ?? [],
  }));
}

export async function showUser(accountId: number, user: User, dependencies: Memberships): Promise<ShownUser> {
  const [shown] = await showUsers(accountId, [user], dependencies);
  if (!shown) throw new Error('one user is shown as one');
  return shown;
}
