import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { bumpEpoch } from './bump-epoch.ts';
import { connect } from './connect.ts';
import type { Epochs } from './epochs.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';
import { inTransaction } from './transaction.ts';
import { eventually } from '../../../../tests/eventually.ts';

describe.each(storeKinds)('the epochs of accounts on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  /** The same store as another process sees it. */
  let beside: Store;
  let epochs: Epochs;

  beforeEach(async () => {
    place = await storePlace(kind);
    store = await connect(place.settings);
    beside = await connect(place.settings);
    await migrate(store.database);
    const account = { created_at: 1, first_key_at: null };
    await store.database
      .insertInto('account')
      .values([
        { ...account, id: 1, name: 'one' },
        { ...account, id: 2, name: 'two' },
      ])
      .execute();
    epochs = await store.openEpochs();
  });

  afterEach(async () => {
    await epochs.close();
    await Promise.all([store.close(), beside.close()]);
    await place.remove();
  });

  const bump = (by: Store, accountId: number, now: number) =>
    inTransaction(by.database, (transaction) => bumpEpoch(transaction, accountId, now));

  it('begin at zero, also for missing accounts', () => {
    expect([epochs.of(1), epochs.of(2), epochs.of(3)]).toEqual([0, 0, 0]);
  });

  it('grow with what another process writes, each account its own', async () => {
    await bump(beside, 1, 1000);
    await eventually(() => expect(epochs.of(1)).toBe(1000));
    expect(epochs.of(2)).toBe(0);
    await bump(beside, 2, 2000);
    await eventually(() => expect([epochs.of(1), epochs.of(2)]).toEqual([1000, 2000]));
  });

  it('grow with a change of this process at once', async () => {
    const epoch = await bump(store, 1, 1000);
    epochs.learn(1, epoch);
    expect(epochs.of(1)).toBe(1000);
  });

  it('grow also when the clock stands still or goes back', async () => {
    expect([await bump(store, 1, 1000), await bump(store, 1, 1000), await bump(store, 1, 500)]).toEqual([
      1000, 1001, 1002,
    ]);
  });

  it('stay when the transaction is rolled back', async () => {
    const undone = inTransaction(beside.database, async (transaction) => {
      await bumpEpoch(transaction, 1, 1000);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await bump(beside, 2, 1);
    await eventually(() => expect(epochs.of(2)).toBe(1));
    expect(epochs.of(1)).toBe(0);
  });

  it('are noticed without a notification', async () => {
    await sql`UPDATE account SET epoch = 77 WHERE id = 1`.execute(beside.database);
    await eventually(() => expect(epochs.of(1)).toBe(77));
  });

  it('of concurrent writers are all different', async () => {
    const bumps = await Promise.all(Array.from({ length: 20 }, (_, index) => bump(index % 2 ? store : beside, 1, 5)));
    expect(new Set(bumps).size).toBe(20);
    await eventually(() => expect(epochs.of(1)).toBe(24));
  });
});
