import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace, storePlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { connect } from '../../../store/src/database/connect.ts';
import { migrate } from '../../../store/src/database/migrate.ts';
import { AccountService } from '../account/account-service.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { ApiKeyAuthenticator } from '../key/api-key-authenticator.ts';

const clock = { now: () => Date.UTC(2026, 5, 17) };
const origin = { address: '192.0.2.1' };
const password = 'correct horse battery';

describe.each(storeKinds)('several accounts on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  it('are created with an admin and a key for that account only', async () => {
    const { accounts, users, deployments, apiKeys, store, epochs } = metadata;
    const made = await accounts.create('globex');
    expect(made).toMatchObject({ id: 2, name: 'globex', key: expect.stringMatching(/^sk-/) });
    const authenticator = new ApiKeyAuthenticator({ database: store.database, epochs, clock, log: { warn: () => {} } });
    const actor = await authenticator.personOf({ authorization: `Bearer ${made.key}` });
    expect(actor).toMatchObject({ accountId: 2, username: 'admin' });
    expect(await users.list(2)).toMatchObject([{ username: 'admin', role: 'admin' }]);
    expect(await users.list(1)).toEqual([]);
    expect([await deployments.summaries(2), (await apiKeys.list(1)).length]).toEqual([[], 0]);
    expect(await accounts.takeFirstKey(2)).toBeUndefined();
    expect((await accounts.list()).map(({ id, name }) => [id, name])).toEqual([
      [1, place.settings.account],
      [2, 'globex'],
    ]);
  });

  it('have unique names, also when created concurrently', async () => {
    const { accounts } = metadata;
    const results = await Promise.allSettled(
      ['acme-a', 'acme-b', 'acme-a', 'acme-c'].map((name) => accounts.create(name)),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { message: "There is an account 'acme-a' already" } }]);
    expect((await accounts.list()).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it.each(['', 'a', 'Acme', '1st', 'acme-', 'ac me', 'ac\u0000me', 'a'.repeat(64), 'acme/x'])(
    'refuse the name %j',
    async (name) => {
      await expect(metadata.accounts.create(name)).rejects.toThrow('The name takes lowercase letters');
      expect(await metadata.accounts.list()).toHaveLength(1);
    },
  );

  it('are selected by name in commands; an unknown name is reported with the existing ones', async () => {
    await metadata.accounts.create('globex');
    const chosen = await openMetadata({ ...place.settings, account: 'globex' }, clock);
    expect(chosen.accountId).toBe(2);
    await chosen.changes.make({ accountId: 2, by }, (change) =>
      chosen.users.create(change, { username: 'ann', role: 'viewer' }),
    );
    await chosen.close();
    expect((await metadata.users.list(2)).map(({ username }) => username)).toEqual(['admin', 'ann']);
    await expect(openMetadata({ ...place.settings, account: 'initech' }, clock)).rejects.toThrow(
      `There is no account 'initech' (ORRERY_ACCOUNT) in the metadata store, but '${place.settings.account}', 'globex'.`,
    );
  });

  it('are found by a command whose first statement another process overtakes', async () => {
    const fresh = await storePlace(kind);
    onTestFinished(() => fresh.remove());
    const store = await connect(fresh.settings);
    onTestFinished(() => store.close());
    await migrate(store.database);
    const { account: name } = fresh.settings;
    const row = { id: 1, name, created_at: 0, first_key_at: null };
    let isOvertaken = false;
    const overtaken: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isOvertaken) {
          isOvertaken = true;
          await store.database.insertInto('account').values(row).execute();
        }
        return result;
      },
    };
    const { changes, users, apiKeys } = metadata;
    const database = store.database.withPlugin(overtaken);
    const accounts = new AccountService({ database, changes, users, apiKeys, clock });
    expect([await accounts.choose(name), isOvertaken]).toEqual([1, true]);
  });

  it('keep users of the same name apart at sign-in', async () => {
    const { changes, accounts, users, signIn } = metadata;
    await accounts.create('globex');
    for (const accountId of [1, 2]) {
      const user = await changes.make({ accountId, by }, (change) =>
        users.create(change, { username: 'ann', role: 'explorer', status: 'invited' }),
      );
      const { text } = await changes.make({ accountId, by }, (change) => signIn.invite(change, user.id));
      const joined = await signIn.redeem(text, `${password} ${accountId}`, origin);
      expect(joined).toMatchObject({ accountId, user: { id: user.id } });
    }
    const of = (accountId: number | undefined, given: string) =>
      signIn.signIn(accountId, { username: 'ann', password: given }, origin).then(({ accountId: id }) => id);
    expect([await of(1, `${password} 1`), await of(2, `${password} 2`)]).toEqual([1, 2]);
    await expect(of(1, `${password} 2`)).rejects.toThrow('Wrong username or password');
    await expect(of(undefined, `${password} 1`)).rejects.toThrow('Wrong username or password');
  });
});
