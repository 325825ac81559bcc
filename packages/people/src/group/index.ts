export { type ChangedMembers, GroupService } from './group-service.ts';
export { type GroupRow, GroupStore, type MemberRow } from './group-store.ts';
export { type Group, type GroupMember, isSystemName } from './group.ts';
export { readGroup, readMember } from './read-group.ts';
