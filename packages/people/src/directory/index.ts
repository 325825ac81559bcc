export type { GroupTest, UserTest } from './directory-store.ts';
export { Directory } from './directory.ts';
export { embedTenants, presentUsers, userGroups, users } from './relations.ts';
