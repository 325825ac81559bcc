export type { GroupTest, UserTest } from './directory-store.ts';
export { Directory } from './directory.ts';
export { embedTenants, userGroups, users } from './relations.ts';
