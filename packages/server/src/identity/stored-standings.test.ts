import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, type Metadata } from '../catalog/open-metadata.ts';
import { StoredStandings } from './stored-standings.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('the standing of a user on %s', (kind) => {
  let place: StorePlace;
  let metadata: Metadata;

  beforeEach(async () => {
    place = await storePlace(kind);
    metadata = await openMetadata(place.settings, clock);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  it('is that of this moment, and nothing once the user is not active', async () => {
    const { users, accountId, store } = metadata;
    const standings = new StoredStandings(store.database, accountId);
    const ann = await users.create(accountId, { username: 'ann', role: 'viewer' });
    expect(await standings.of(ann.id)).toEqual({ groups: [], roles: ['viewer'], userAttributes: {} });
    expect(await standings.of(ann.id)).toBe(await standings.of(ann.id));
    await users.update(accountId, 'ann', { role: 'developer' });
    expect((await standings.of(ann.id))?.roles).toEqual(['developer']);
    await users.update(accountId, 'ann', { status: 'deactivated' });
    expect(await standings.of(ann.id)).toBeUndefined();
  });

  it('is nothing for whoever is of no or of another account', async () => {
    const { users, accountId, store } = metadata;
    const ann = await users.create(accountId, { username: 'ann', role: 'viewer' });
    expect(await new StoredStandings(store.database, accountId).of(ann.id + 1)).toBeUndefined();
    expect(await new StoredStandings(store.database, accountId + 1).of(ann.id)).toBeUndefined();
  });
});
