import { expect, it } from 'vitest';
import { filesBesideTests, textOf } from './sources.ts';

const production = filesBesideTests().filter((file) => !file.startsWith('packages/semantic'));

/** Parameters that read past a transaction on PostgreSQL, and wait for ever on SQLite, when a caller omits them. */
const leftOut = /\b\w+(?:\?: (?:Writer|Transaction<Tables>)|: (?:Writer|Transaction<Tables>)(?: \| undefined)? = )/;

/** Services whose reads are also called from routes, without a transaction. */
const services = [
  'packages/people/src/attribute/attribute-service.ts',
  'packages/people/src/directory/directory.ts',
  'packages/people/src/group/group-service.ts',
  'packages/people/src/role/role-service.ts',
  'packages/people/src/tenant/embed-tenant-service.ts',
  'packages/people/src/user/user-service.ts',
];

it('every store, and all of content, names the transaction through which it reads', () => {
  const found = production.filter((file) => leftOut.test(textOf(file)));
  expect(found.sort()).toEqual(services);
  expect(production.length).toBeGreaterThan(300);
});

/** Files of these packages that open a transaction themselves; all others take the change of whoever calls them. */
const opening: Readonly<Record<string, string>> = {
  'packages/content/src/delivery/forgotten-passwords.ts': 'a job, which no request opens a change for',
  'packages/content/src/notification/notification-scheduler.ts': 'plans the runs of all accounts',
  'packages/deployments/src/deployment/deployment-service.ts': 'makes the default deployment before there is a caller',
  'packages/people/src/account/account-service.ts': 'makes the account that a change is of',
  'packages/people/src/change/changes.ts': 'makes the changes',
  'packages/people/src/grant/grant-service.ts': 'the token of a request says which account is changed',
  'packages/people/src/grant/device/oauth-devices.ts': 'the code of a device says which account is changed',
  'packages/people/src/grant/oauth-codes.ts': 'the code of a request says which account is changed',
  'packages/people/src/embed/embed-session-service.ts': 'the request decides which kind of change it needs',
  'packages/people/src/identity/environment-provider.ts': 'a start changes the account only where it differs',
  'packages/people/src/identity/provider-sign-in.ts': 'the person decides which kind of change it needs',
  'packages/people/src/identity/provider-sign-out.ts': 'the message of a provider says which account is changed',
  'packages/people/src/sign-in/sign-in-service.ts': 'hashes a password first, and counts failures that are refused',
  'packages/people/src/tenant/viewer-service.ts': 'forgets viewers of all accounts, some at a time',
};

const opens = /\bin(?:Shared)?Transaction\(|\bchanges\s*(?:\.\s*(?:make|makeTogether|changeRights|within)\(|\[)/;

it('services take their change from whoever calls them', () => {
  const owners = production.filter((file) => /^packages\/(?:people|deployments|content)\/src\//.test(file));
  expect(owners.filter((file) => opens.test(textOf(file))).sort()).toEqual(Object.keys(opening).sort());
});
