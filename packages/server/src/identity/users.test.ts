import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, type Metadata } from '../catalog/open-metadata.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('users on %s', (kind) => {
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

  const create = (username: string, role: 'admin' | 'viewer' = 'viewer', email?: string) =>
    metadata.users.create(metadata.accountId, { username, role, email });
  const update = (username: string, change: Parameters<Metadata['users']['update']>[2]) =>
    metadata.users.update(metadata.accountId, username, change);

  it('are kept as they were given', async () => {
    const ann = await create(' Ann ', 'admin', 'ann@example.com');
    expect(ann).toEqual({
      id: ann.id,
      username: 'Ann',
      email: 'ann@example.com',
      role: 'admin',
      status: 'active',
      createdAt: clock.now(),
    });
    expect(await metadata.users.list(metadata.accountId)).toEqual([ann]);
    expect(await metadata.users.find(metadata.accountId, 'aNN')).toEqual(ann);
  });

  it('have names unique without case', async () => {
    await create('Straße');
    for (const other of ['STRASSE', 'straße', ' strasse ']) {
      await expect(create(other)).rejects.toThrow('There is a user');
    }
    expect(await metadata.users.list(metadata.accountId)).toHaveLength(1);
  });

  it('made twice at the same time are one', async () => {
    const made = await Promise.allSettled([create('ann'), create('Ann'), create('ANN')]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are refused with a name or an address that cannot be one', async () => {
    await expect(create('a\u0000b')).rejects.toThrow('The username has characters that cannot be seen');
    await expect(create('ann', 'viewer', 'ann')).rejects.toThrow('The email is no e-mail address');
    await create('ann', 'admin');
    await expect(update('ann', { email: '@' })).rejects.toThrow('The email is no e-mail address');
  });

  it('change one thing at a time', async () => {
    await create('ann', 'admin');
    const bob = await create('bob', 'viewer', 'bob@example.com');
    expect(await update('BOB', { role: 'developer' })).toEqual({ ...bob, role: 'developer' });
    expect(await update('bob', { status: 'deactivated' })).toEqual({
      ...bob,
      role: 'developer',
      status: 'deactivated',
    });
    await expect(update('eve', {})).rejects.toThrow("There is no user 'eve'");
  });

  it('keep one active admin, also when two are taken away at once', async () => {
    await create('ann', 'admin');
    await create('bob', 'admin');
    const changes = [update('ann', { role: 'viewer' }), update('bob', { status: 'deactivated' })];
    const results = await Promise.allSettled(changes);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await metadata.users.list(metadata.accountId);
    expect(left.filter(({ role, status }) => role === 'admin' && status === 'active')).toHaveLength(1);
  });
});
