import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, serveMetadata, type ServedMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { StoredRights } from './stored-rights.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('the current rights of a user on %s', (kind) => {
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

  it('are read at the time of the request, and are empty for an inactive user', async () => {
    const { changes, users, groups, attributes, accountId } = metadata;
    const currentRights = new StoredRights(metadata).in(metadata.accountId);
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    expect(await currentRights.of(id)).toEqual({ groups: [], roles: ['viewer'], userAttributes: {} });
    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { role: 'developer' }));
    expect((await currentRights.of(id))?.roles).toEqual(['developer']);

    const group = await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: 'Analysts', members: { exactly: [id] } }),
    );
    expect((await currentRights.of(id))?.groups).toEqual(['Analysts']);
    await changes.changeRights({ accountId, by }, (change) =>
      groups.update(change, group.id, { members: { remove: [id] } }),
    );
    expect((await currentRights.of(id))?.groups).toEqual([]);

    await changes.changeRights({ accountId, by }, (change) =>
      attributes.create(change, { name: 'city', type: 'string', defaultValue: 'Oslo' }),
    );
    expect((await currentRights.of(id))?.userAttributes).toEqual({ city: 'Oslo' });
    await changes.changeRights({ accountId, by }, (change) =>
      users.update(change, id, { attributes: new Map([['city', 'Rome']]) }),
    );
    expect((await currentRights.of(id))?.userAttributes).toEqual({ city: 'Rome' });

    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { status: 'deactivated' }));
    expect(await currentRights.of(id)).toBeUndefined();
    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { status: 'active' }));
    expect(await currentRights.of(id)).toMatchObject({ userAttributes: { city: 'Rome' } });
    await changes.changeRights({ accountId, by }, (change) => users.delete(change, id));
    expect(await currentRights.of(id)).toBeUndefined();
  });

  it('are the same object until a right of the user changes', async () => {
    const { changes, users, accountId } = metadata;
    const currentRights = new StoredRights(metadata).in(metadata.accountId);
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const bob = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'bob', role: 'viewer' }),
    );
    const before = await currentRights.of(id);
    await changes.changeRights({ accountId, by }, (change) => users.update(change, bob.id, { role: 'explorer' }));
    expect(await currentRights.of(id)).toBe(before);
  });

  it('follow changes of another process', async () => {
    const { changes, users, groups, accountId } = metadata;
    const currentRights = new StoredRights(metadata).in(metadata.accountId);
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    await currentRights.of(id);
    const beside = await openMetadata(place.settings, clock);
    await beside.changes.changeRights({ accountId, by }, (change) =>
      beside.groups.create(change, { name: 'one', members: { exactly: [id] } }),
    );
    await beside.close();
    await eventually(async () => expect((await currentRights.of(id))?.groups).toEqual(['one']));
    expect(await groups.list(accountId)).toHaveLength(1);
  });

  it('are empty for a caller of no account or of another one', async () => {
    const { changes, users, accountId } = metadata;
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    expect(await new StoredRights(metadata).in(accountId).of(id + 1)).toBeUndefined();
    expect(await new StoredRights(metadata).in(accountId + 1).of(id)).toBeUndefined();
  });
});
