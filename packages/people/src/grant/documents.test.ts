import { atTheCommandLine } from '@orrery/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migratedPlace, type StorePlace, storeKinds } from '../../../../tests/servers/store-place.ts';
import { type Metadata, openMetadata } from '../../../deployments/src/open-metadata.ts';

const hourMs = 3_600_000;
const program = {
  name: 'Example',
  authMethod: 'none',
  redirectUris: ['http://localhost/callback'],
  grantTypes: ['authorization_code', 'refresh_token'],
  defaultScopes: ['mcp-agent-access'],
} as const;

describe.each(storeKinds)('clients that documents describe, on %s', (kind) => {
  let place: StorePlace;
  let metadata: Metadata;
  let clock: { time: number; now(): number };

  beforeEach(async () => {
    clock = { time: Date.UTC(2026, 10, 29), now: () => clock.time };
    place = await migratedPlace(kind);
    metadata = await openMetadata(place.settings, clock);
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  it('keeps the thousand clients of documents that were read last, and those that are used', async () => {
    const { database } = metadata.store;
    const save = (path: string) =>
      metadata.oauthClients.saveDocument(`https://app.example.com/${path}`, program, clock.time + hourMs);
    const used = await save('used');
    const { changes, accountId, users, oauthGrants } = metadata;
    await changes.make({ accountId, by: atTheCommandLine }, async (change) => {
      const { id: userId } = await users.create(change, { username: 'Ann', role: 'developer' });
      const scopes = ['mcp-agent-access'] as const;
      const granted = { client: used, userId, kind: 'code', scopes, deployments: 'all' } as const;
      await oauthGrants.begin(change, { ...granted, resource: undefined });
    });
    const oldest = await save('oldest');
    clock.time += 1;
    const again = await save('again');
    const { id: _, ...row } = await database
      .selectFrom('oauth_client')
      .selectAll()
      .where('id', '=', again.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 997 }, (__, at) => ({ ...row, client_id: `https://app.example.com/${at}` }));
    await database.insertInto('oauth_client').values(rows).execute();
    clock.time += 1;
    const find = ({ clientId }: { readonly clientId: string }) => metadata.oauthClients.find(clientId);
    expect(await find(oldest)).toMatchObject({ id: oldest.id, kind: 'document', freshUntil: oldest.freshUntil });
    await save('one more');
    clock.time += 1;
    expect(await save('oldest')).toMatchObject({ id: oldest.id }); // read again, it is not the oldest any more
    await save('two more');
    expect([await find(oldest), await find(used), await find(again)]).toMatchObject([
      { id: oldest.id },
      { id: used.id },
      undefined,
    ]);
    await metadata.oauthClients.forget();
    expect(await find(oldest)).toBeDefined();
    clock.time += 30 * 24 * hourMs;
    await metadata.oauthClients.forget();
    expect([await find(oldest), (await find(used))?.id]).toEqual([undefined, used.id]);
  });
});
