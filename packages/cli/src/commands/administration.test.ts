import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMetadata } from '../../../deployments/src/open-metadata.ts';
import { historyMigrations } from '../../../server/src/history/history-migrations.ts';
import { migrations } from '../../../store/src/database/migrations/migrations.ts';
import { type StorePlace, storyKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { runOrrery } from '../command/run-orrery.ts';

function orreryAt({ environment, settings }: StorePlace) {
  return async (...args: string[]) => {
    const { code, output, errors } = await runOrrery(args, { directory: settings.dataDirectory, environment });
    return { code, output: output.trim(), errors: errors.trim() };
  };
}

/** Runs each command as a process; tests see the state left by the earlier ones, in order. */
describe.each(storyKinds)('on %s, in its own store', (kind) => {
  let place: StorePlace;

  beforeAll(async () => {
    place = await storePlace(kind);
  });

  afterAll(() => place.remove());

  const orrery = (...args: string[]) => orreryAt(place)(...args);

  it('migrate reports what it did, or that there was nothing to do', async () => {
    const done = 'The metadata store is up to date.';
    const steps = migrations.size + (kind === 'postgres' ? historyMigrations.size : 0);
    const runs = await Promise.all([orrery('migrate'), orrery('migrate')]);
    expect(runs.map(({ code, errors }) => [code, errors])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const applied = runs.flatMap(({ output }) => output.split('\n').filter((line) => line !== done));
    expect([applied.length, new Set(applied).size]).toEqual([steps, steps]);
    expect(runs.map(({ output }) => output.split('\n').at(-1))).toEqual([done, done]);
    expect((await orrery('migrate')).output).toBe(done);
  });

  it('key create makes the first admin and prints a key alone', async () => {
    const { code, output, errors } = await orrery('key', 'create', '--name', 'ci');
    expect([code, output]).toEqual([0, expect.stringMatching(/^sk-[\w-]{43}$/)]);
    expect(errors).toBe("Key 1 acts as 'admin', for all deployments, no end. It is not shown again.");
  });

  it('user create, list and update manage the users of the account', async () => {
    const made = await orrery(
      'user',
      'create',
      '--username',
      'Bob',
      '--email',
      'bob@example.com',
      '--role',
      'explorer',
    );
    expect(made.output).toBe("User 2 'Bob' is explorer.");
    expect((await orrery('user', 'create', '--username', 'bob')).errors).toBe("There is a user 'bob' already.");
    expect((await orrery('user', 'update', 'BOB', '--role', 'viewer')).output).toBe("User 2 'Bob' is viewer, active.");
    const { output } = await orrery('user', 'list');
    expect(output.split('\n')[3]).toMatch(/^ 2  Bob       bob@example\.com  viewer  active  \d{4}-/);
  });

  it('user link prints an address at which the user sets a password', async () => {
    const { output, errors } = await orrery('user', 'link', 'bob');
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:4000\/set-password#token=[\w-]{43}$/);
    expect(errors).toMatch(/^It opens once, until \d{4}-\d\d-\d\dT/);
    const elsewhere = await orrery('user', 'link', 'bob', '--public-url', 'https://data.example.com/shop');
    expect(elsewhere.output).toContain('https://data.example.com/shop/set-password#token=');
    expect((await orrery('user', 'link', 'nobody')).errors).toBe("There is no user 'nobody'.");
  });

  it('key create takes a user, deployments and an expiry; key list shows them without the key', async () => {
    const args = ['--name', 'narrow', '--user', 'BOB', '--deployments', '1,1', '--expires', '2999-01-31'];
    const { output: key, errors } = await orrery('key', 'create', ...args);
    expect(errors).toBe(
      "Key 2 acts as 'Bob', for the deployments 1, until 2999-01-31T00:00:00.000Z. It is not shown again.",
    );
    const { output } = await orrery('key', 'list');
    expect(output).not.toContain(key.slice(3, 30));
    expect(output.split('\n')[3]).toMatch(/^ 2  narrow  Bob    \.\.\.\S{4}  1 +active  .*  2999-01-31T00:00:00.000Z/);
  });

  it('key revoke revokes a key', async () => {
    expect((await orrery('key', 'revoke', '2')).output).toBe('Key 2 is revoked.');
    expect((await orrery('key', 'list')).output.split('\n')[3]).toContain('revoked');
    expect(await orrery('key', 'revoke', '9')).toMatchObject({ code: 1, errors: 'There is no API key 9.' });
  });

  it("account create prints its admin's key, and commands work on the named account", async () => {
    const { code, output, errors } = await orrery('account', 'create', '--name', 'globex');
    expect([code, output]).toEqual([0, expect.stringMatching(/^sk-[\w-]{43}$/)]);
    expect(errors).toBe(
      "Account 2 is 'globex'. The key acts as its user 'admin' and is not shown again. ORRERY_ACCOUNT=globex makes other commands work on it.",
    );
    expect((await orrery('account', 'create', '--name', 'globex')).errors).toBe(
      "There is an account 'globex' already.",
    );
    expect((await orrery('account', 'list')).output.split('\n').slice(2)).toHaveLength(2);
    const there = { ...place, environment: { ...place.environment, ORRERY_ACCOUNT: 'globex' } };
    const { output: people } = await orreryAt(there)('user', 'list');
    expect(people.split('\n').slice(2)).toEqual([expect.stringMatching(/^ \d+  admin /)]);
    expect((await orreryAt(there)('key', 'create', '--name', 'x', '--deployments', '1')).errors).toBe(
      'There is no deployment 1.',
    );
  });

  it('account allow-passwords ends what locked an account', async () => {
    const metadata = await openMetadata(place.settings, { now: () => Date.now() });
    const { accountId, changes, settings } = metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      settings.setSignIn(change, { requiresProvider: true, exceptUserIds: [9] }),
    );
    await metadata.close();
    expect((await orrery('user', 'link', 'bob')).errors).toBe(
      "The account requires single sign-on: 'Bob' signs in by a provider.",
    );
    expect((await orrery('account', 'allow-passwords')).output).toBe(
      'Everybody of the account may sign in by password.',
    );
    expect((await orrery('user', 'link', 'bob')).code).toBe(0);
  });

  it('secret rotate prints a secret once, and secret remove keeps one secret', async () => {
    const { output: secret, errors } = await orrery('secret', 'rotate');
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(errors).toBe('Secret 2 of deployment 1 signs from now on. It is not shown again.');
    const { output } = await orrery('secret', 'list');
    expect(output).not.toContain(secret.slice(0, 20));
    expect(output.split('\n').slice(2)).toEqual([
      expect.stringMatching(/^ 2 .* signs$/),
      expect.stringMatching(/^ 1 .*Z$/),
    ]);
    expect((await orrery('secret', 'remove', '1')).output).toBe('Secret 1 is removed.');
    expect((await orrery('secret', 'remove', '1')).errors).toBe('Deployment 1 has no secret 1.');
    expect((await orrery('secret', 'rotate', '--embed')).output).toContain('have ended');
    expect((await orrery('secret', 'rotate', '--embed', '--deployment', '1')).errors).toContain(
      '--deployment or --embed',
    );
    expect((await orrery('secret', 'remove', '2')).errors).toBe('This is the last secret; create a new one first.');
  });
});

describe('a command', () => {
  let place: StorePlace;

  beforeAll(async () => {
    place = await storePlace('sqlite');
    await orreryAt(place)('key', 'create', '--name', 'the first admin');
  });

  afterAll(() => place.remove());

  it.each([
    [['key', 'create'], '--name takes a text of up to 255 visible characters.'],
    [['key', 'create', '--name', 'a\u0007b'], '--name takes a text of up to 255 visible characters.'],
    [['key', 'create', '--name', 'x', '--user', 'eve'], "There is no user 'eve'."],
    [['key', 'create', '--name', 'x', '--deployments', '1,7'], 'There is no deployment 7.'],
    [['key', 'create', '--name', 'x', '--deployments', 'all'], '--deployments takes a whole number'],
    [['key', 'create', '--name', 'x', '--expires', '2020-01-01'], '--expires is over: 2020-01-01T00:00:00.000Z.'],
    [['key', 'create', '--name', 'x', '--expires', '2999-02-31'], '--expires takes a date like'],
    [['user', 'create'], '--username is missing.'],
    [
      ['user', 'create', '--username', 'x', '--role', 'root'],
      '--role must be one of admin, developer, explorer, viewer',
    ],
    [['user', 'update', 'admin', '--status', 'deactivated'], "'admin' is the last active admin."],
    [['secret', 'list', '--deployment', '7'], 'There is no deployment 7.'],
    [['key'], "'key' is an incomplete command: orrery key create, orrery key list, orrery key revoke."],
    [['key', 'rotate'], "There is no command 'key rotate': orrery key create"],
  ])('%j is refused', async (args, message) => {
    const { code, errors } = await orreryAt(place)(...args);
    expect([code, errors.startsWith(message) ? message : errors]).toEqual([1, message]);
  });
});

it('commands report an unreachable PostgreSQL store without its password', async () => {
  const environment = {
    ORRERY_DATABASE_URL: 'postgres://somebody:canary-password@127.0.0.1:1/meta',
    ORRERY_SECRET_KEY: 'a-master-key-for-the-tests-of-the-store',
  };
  for (const args of [['key', 'list'], ['migrate'], ['token']]) {
    const { code, output, errors } = await runOrrery(args, { directory: '/', environment });
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(/^The metadata store does not answer: .*ECONNREFUSED.*\n$/);
    expect(errors).not.toMatch(/canary|somebody/);
  }
});
