import { describe, expect, it, onTestFinished } from 'vitest';
import { storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { checkDatabase } from './check.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const never = new AbortController().signal;

describe.each(storeKinds)('a store on %s', (kind) => {
  it('answers while it is open and intact', async () => {
    const place = await storePlace(kind);
    onTestFinished(() => place.remove());
    const { database, close } = await connect(place.settings);
    await expect(checkDatabase(database, never)).rejects.toThrow('account');
    await migrate(database);
    await checkDatabase(database, never);
    await expect(checkDatabase(database, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    await close();
    await expect(checkDatabase(database, never)).rejects.toThrow();
  });
});
