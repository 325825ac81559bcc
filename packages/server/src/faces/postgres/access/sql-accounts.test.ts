import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SqlUser } from '@orrery/config';
import { openSqlAccounts } from './sql-accounts.ts';

const user = (name: string, maySwitchTo: SqlUser['maySwitchTo'] = []): SqlUser => ({
  ...{ name, maySwitchTo, securityContext: {} },
  verifier: { iterations: 4096, salt: randomBytes(16), storedKey: randomBytes(32), serverKey: randomBytes(32) },
});
const usersOf = () => new Map([[1, new Map([['bi', user('bi', ['ann'])]])]]);

it('finds an account as the same one for as long as its project has it', async () => {
  const projects = usersOf();
  const accounts = await openSqlAccounts({ usersOf: projects, ownDeploymentId: 1, sql: { superUser: 'bi' } });
  const first = accounts.named('bi');
  expect(first).toMatchObject({ deploymentId: 1, maySwitchTo: 'all' });
  expect(accounts.named('bi')).toBe(first);
  expect(accounts.named('BI')).toBeUndefined();
  projects.set(1, new Map([['bi', user('bi')]])); // with another password
  expect(accounts.named('bi')).not.toBe(first);
  projects.delete(1);
  expect(accounts.named('bi')).toBeUndefined();
});

it('refuses variables that name an account twice, or none', async () => {
  const given = { usersOf: usersOf(), ownDeploymentId: 1 };
  await expect(openSqlAccounts({ ...given, sql: { account: { name: 'bi', password: 'x' } } })).rejects.toThrow(
    "'bi' is an account of sql.users in orrery.yml and of CUBEJS_SQL_PASSWORD: remove one of them.",
  );
  await expect(openSqlAccounts({ ...given, sql: { superUser: 'eve' } })).rejects.toThrow(
    "CUBEJS_SQL_SUPER_USER is 'eve', which is no account",
  );
});
