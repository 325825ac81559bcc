import { spoken } from '../spoken.ts';

export const groupWords = spoken({
  title: 'Roles by group',
  help: 'A new user gets the roles of all groups that the provider states, or else the default role. They count once: when the user is made, or when SCIM adds somebody to the group. Changes here, and of groups at the provider, change nobody who is here already.',
  loading: 'Loading the roles by group',
  none: (role: string) => `No group gives a role: new users are ${role}.`,
  list: 'Groups and their roles',
  gives: (group: string, role: string) => `${group} gives ${role}`,
  unknown: 'This role is no longer there: remove the line.',
  remove: (group: string, role: string) => `Remove ${group}, which gives ${role}`,
  group: 'Group at the provider',
  groupHelp: 'As the provider states it, ignoring case and a slash at its beginning. A test shows it.',
  role: 'Role',
  add: 'Add role by group',
  viewer: 'Viewer',
  explorer: 'Explorer',
  developer: 'Developer',
  isThere: (group: string, role: string) => `${group} gives ${role} already.`,
});
