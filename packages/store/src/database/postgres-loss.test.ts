import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type StorePlace, storePlace } from '../../../../tests/servers/store-place.ts';
import { type TcpProxy, tcpProxy } from '../../../../tests/servers/tcp-proxy.ts';
import { connectPostgres } from './connect-postgres.ts';
import { migrate } from './migrate.ts';
import { clientConfig } from './postgres-client-config.ts';
import { PostgresEpochs } from './postgres-epochs.ts';
import type { Store } from './store.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { inTransaction } from './transaction.ts';
import { eventually } from '../../../../tests/eventually.ts';

const account = { id: 1, name: 'one', created_at: 1, first_key_at: null };

let place: StorePlace;
let proxy: TcpProxy;
let store: Store;
let config: ReturnType<typeof clientConfig>;

beforeEach(async () => {
  place = await storePlace('postgres');
  const address = place.settings.databaseAddress!;
  proxy = await tcpProxy(address.port);
  config = clientConfig({ ...address, port: proxy.port });
  store = connectPostgres({ ...address, port: proxy.port });
  await migrate(store.database);
});

afterEach(async () => {
  await store.close();
  await proxy.close();
  await place.remove();
});

const names = async () => (await store.database.selectFrom('account').select('name').execute()).map(({ name }) => name);

describe('a metadata store that is lost', () => {
  it('is unavailable, and works again without a restart', async () => {
    expect(await names()).toEqual([]);
    proxy.cut();
    for (let times = 0; times < 3; times += 1) await expect(names()).rejects.toThrow(StoreUnavailable);
    proxy.mend();
    expect(await names()).toEqual([]);
  });

  it('in a transaction rolls all of it back', async () => {
    const broken = inTransaction(store.database, async (transaction) => {
      await transaction.insertInto('account').values(account).execute();
      proxy.cut();
      await transaction
        .insertInto('account')
        .values({ ...account, id: 2, name: 'two' })
        .execute();
    });
    await expect(broken).rejects.toThrow(StoreUnavailable);
    proxy.mend();
    expect(await names()).toEqual([]);
  });

  it('is distinguished from an invalid statement', async () => {
    await store.database.insertInto('account').values(account).execute();
    const again = store.database.insertInto('account').values(account).execute();
    await expect(again).rejects.not.toThrow(StoreUnavailable);
  });

  it('comes back after its server has ended every connection', async () => {
    await names();
    const client = new Client(clientConfig(place.settings.databaseAddress!));
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    await client.end();
    await eventually(async () => expect(await names()).toEqual([]));
  });

  it('is trusted for a while after its last answer, and then its state is unknown', async () => {
    await store.database.insertInto('account').values(account).execute();
    const epochs = await PostgresEpochs.open(config, { pollEveryMs: 20, believedForMs: 1500 });
    onTestFinished(() => epochs.close());
    proxy.cut();
    expect(epochs.of(1)).toBe(0);
    await eventually(() => expect(() => epochs.of(1)).toThrow(StoreUnavailable));
    proxy.mend();
    await eventually(() => expect(epochs.of(1)).toBe(0));
    await store.database.updateTable('account').set({ epoch: 5 }).execute();
    await eventually(() => expect(epochs.of(1)).toBe(5));
  });

  it('that hangs is left for a new connection', async () => {
    await store.database.insertInto('account').values(account).execute();
    const impatient = { ...config, query_timeout: 1000, connectionTimeoutMillis: 3000 };
    const epochs = await PostgresEpochs.open(impatient, { pollEveryMs: 20, believedForMs: 1500 });
    onTestFinished(() => epochs.close());
    proxy.freeze();
    await eventually(() => expect(() => epochs.of(1)).toThrow(StoreUnavailable));
    proxy.mend();
    await eventually(() => expect(epochs.of(1)).toBe(0));
  });

  it('cannot be opened for remembering', async () => {
    proxy.cut();
    await expect(PostgresEpochs.open(config)).rejects.toThrow(StoreUnavailable);
  });
});
