import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, type Metadata } from '../../../deployments/src/open-metadata.ts';
import { hashOfKey } from '../../../store/src/keys/key-text.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('the key of the first start on %s', (kind) => {
  let place: StorePlace;
  let nodes: readonly Metadata[];

  beforeEach(async () => {
    place = await storePlace(kind);
    nodes = await Promise.all([1, 2, 3].map(() => openMetadata(place.settings, clock)));
  });

  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await place.remove();
  });

  const first = () => nodes[0]!;

  it('is given to one of the nodes that start together, with one admin and one deployment', async () => {
    const taken = await Promise.all(nodes.map(({ accounts, accountId }) => accounts.takeFirstKey(accountId)));
    const [key, ...others] = taken.filter((text) => text !== undefined);
    expect([key, others]).toEqual([expect.stringMatching(/^sk-/), []]);
    const { accountId, apiKeys, users, deployments, store } = first();
    expect(await apiKeys.list(accountId)).toMatchObject([{ username: 'admin', deployments: 'all' }]);
    expect(await users.list(accountId)).toMatchObject([{ username: 'admin', role: 'admin', status: 'active' }]);
    expect(await deployments.listSecrets(accountId, 1)).toHaveLength(1);
    const { hash } = await store.database.selectFrom('api_key').select('hash').executeTakeFirstOrThrow();
    expect(hash).toBe(hashOfKey(key ?? ''));
    expect(await first().accounts.takeFirstKey(accountId)).toBeUndefined();
  });

  it('acts as the first admin', async () => {
    const { changes, accountId, accounts, apiKeys, users } = first();
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: 'eve', role: 'viewer' }),
    );
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: 'ann', role: 'admin' }),
    );
    expect(await accounts.takeFirstKey(accountId)).toMatch(/^sk-/);
    expect(await apiKeys.list(accountId)).toMatchObject([{ username: 'ann' }]);
    expect(await users.list(accountId)).toHaveLength(2);
  });

  it('gives nobody the role of an admin', async () => {
    const { changes, accountId, accounts, apiKeys, users } = first();
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: 'eve', role: 'viewer' }),
    );
    expect(await accounts.takeFirstKey(accountId)).toBeUndefined();
    expect(await apiKeys.list(accountId)).toEqual([]);
    expect(await users.list(accountId)).toMatchObject([{ role: 'viewer' }]);
  });
});
