import { atTheCommandLine } from '@orrery/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migratedPlace, type StorePlace, storeKinds } from '../../../../../tests/servers/store-place.ts';
import { type Metadata, openMetadata } from '../../../../deployments/src/open-metadata.ts';
import type { OAuthClient } from '../oauth-client.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const program = {
  name: 'Example',
  authMethod: 'none',
  redirectUris: ['http://localhost/callback'],
  grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
  defaultScopes: ['platform'],
} as const;

describe.each(storeKinds)('an application that somebody is about to allow, on %s', (kind) => {
  let place: StorePlace;
  let metadata: Metadata;
  let client: OAuthClient;
  let clock: { time: number; now(): number };

  beforeEach(async () => {
    clock = { time: Date.UTC(2026, 10, 29), now: () => clock.time };
    place = await migratedPlace(kind);
    metadata = await openMetadata(place.settings, clock);
    ({ client } = await metadata.oauthClients.register(program, '203.0.113.7'));
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const beginDevice = () =>
    metadata.oauthDevices.begin({ client, scopes: ['platform'], resource: undefined, from: '203.0.113.7' });

  const makeCode = () =>
    metadata.changes.make({ accountId: metadata.accountId, by: atTheCommandLine }, async (change) => {
      const { id: userId } = await metadata.users.create(change, { username: 'Ann', role: 'developer' });
      const [redirectUri, challenge] = ['http://localhost/callback', 'c'.repeat(43)];
      const asked = { client, userId, redirectUri, redirectWasGiven: true, challenge } as const;
      return metadata.oauthCodes.make(change, {
        ...asked,
        scopes: ['platform'],
        resource: undefined,
        deployments: 'all',
      });
    });

  const isKept = async () => {
    for (const service of [metadata.oauthCodes, metadata.oauthDevices, metadata.oauthClients]) await service.forget();
    return (await metadata.oauthClients.find(client.clientId)) !== undefined;
  };

  it.each([
    ['a device', beginDevice],
    ['a code', makeCode],
  ])('is kept for %s, though nobody uses it any more', async (_, begin) => {
    const usedAt = clock.time - 401 * dayMs;
    await metadata.store.database.updateTable('oauth_client').set({ used_at: usedAt }).execute();
    await begin();
    expect(await isKept()).toBe(true);
    clock.time += 2 * dayMs;
    expect(await isKept()).toBe(false);
  });

  it('is kept for a device, though it was never used', async () => {
    clock.time += 31 * dayMs;
    await beginDevice();
    expect(await isKept()).toBe(true);
    clock.time += hourMs; // its request is over, and is still remembered
    expect(await isKept()).toBe(false);
  });
});
