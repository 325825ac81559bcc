import { expect, it } from 'vitest';
import { migratedPlace, storeKinds } from '../../../../tests/servers/store-place.ts';
import { connect } from './connect.ts';
import { lockAccountAlone } from './lock-account.ts';
import { inTransaction } from './transaction.ts';

it.each(storeKinds)('changes at once do not pass a bound together, on %s', async (kind) => {
  const place = await migratedPlace(kind);
  const stores = await Promise.all([connect(place.settings), connect(place.settings)]);
  try {
    const [store] = stores;
    if (!store) throw new Error('there are stores');
    await store.database
      .insertInto('account')
      .values({ id: 1, name: 'acme', created_at: 1, first_key_at: 1 })
      .execute();
    const addBelow = (most: number, index: number) =>
      inTransaction((stores[index % 2] ?? store).database, async (transaction) => {
        await lockAccountAlone(transaction, 1);
        const rows = await transaction.selectFrom('job').select('id').execute();
        const job = { account_id: 1, kind: 'test', payload: '{}', created_at: 1, due_at: 1 };
        if (rows.length < most) await transaction.insertInto('job').values(job).execute();
      });
    await Promise.all(Array.from({ length: 12 }, (_, index) => addBelow(3, index)));
    expect(await store.database.selectFrom('job').select('id').execute()).toHaveLength(3);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await place.remove();
  }
});
