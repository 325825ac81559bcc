import type { AnswerOf, accountOperations, roleOperations } from '@orrery/contract';
import { queryOptions } from '@tanstack/react-query';
import { askAsAdmin as ask } from '../api/ask-as-admin.ts';

export type GroupRoles = Pick<AnswerOf<typeof accountOperations.settings>, 'rolesByGroup' | 'defaultRole'>;
export type GroupRole = GroupRoles['rolesByGroup'][number];

const path = '/account/settings';

const readGroupRoles = async () => (await ask('GET', path)) as GroupRoles;

export const groupRolesQuery = queryOptions({ queryKey: ['roles by group'], queryFn: readGroupRoles, staleTime: 0 });

/** Names of roles that the account made itself. */
export const ownRolesQuery = queryOptions({
  queryKey: ['names of roles'],
  queryFn: async () =>
    ((await ask('GET', '/roles?first=1000')) as AnswerOf<typeof roleOperations.list>).items.map(({ name }) => name),
});

/** Changes the list as it is at that moment: another admin may have changed it meanwhile. */
export async function changeGroupRoles(change: (rolesByGroup: readonly GroupRole[]) => readonly GroupRole[]) {
  const { rolesByGroup } = await readGroupRoles();
  return (await ask('PUT', path, { rolesByGroup: change(rolesByGroup) })) as GroupRoles;
}
