import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { makeOpaqueText } from '../sign-in/index.ts';

const minute = 60_000;

describe.each(storeKinds)('answers that wait for a browser, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let provider: { readonly accountId: number; readonly key: string };
  const clock = { time: 0, now: () => clock.time };

  beforeEach(async () => {
    clock.time = Date.UTC(2026, 10, 29);
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    provider = { accountId: metadata.accountId, key: 'abcdefghij' };
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const keep = (id: string, given: object = {}, of = provider) =>
    metadata.signInAnswers.keep(of, { id, endsAt: clock.time + 5 * minute, content: `of ${id}`, ...given });
  const take = (handle: string | undefined, of = provider) => metadata.signInAnswers.take(of, handle ?? '');
  const rows = () => metadata.store.database.selectFrom('sign_in_answer').selectAll().execute();

  it('are taken once, by their handle, at their provider', async () => {
    const handle = await keep('a-1');
    expect(await take(makeOpaqueText())).toBeUndefined();
    expect(await take('a-1')).toBeUndefined();
    expect(await take(handle, { ...provider, key: 'another' })).toBeUndefined();
    expect(await take(handle, { ...provider, accountId: provider.accountId + 1 })).toBeUndefined();
    expect(await Promise.all([take(handle), take(handle)])).toEqual(expect.arrayContaining(['of a-1', undefined]));
    expect(await take(handle)).toBeUndefined();
    expect(await rows()).toMatchObject([{ content: null, handle_hash: null }]);
  });

  it('are kept once as long as they would be taken, with content or without', async () => {
    expect(await keep('a-1')).toBeDefined();
    expect(await keep('a-2', { content: undefined })).toBeDefined();
    expect(await Promise.all(['a-1', 'a-2', 'a-1'].map((id) => keep(id)))).toEqual([undefined, undefined, undefined]);
    // Another provider names its own statements.
    expect(await keep('a-1', {}, { ...provider, key: 'another' })).toBeDefined();
    clock.time += 5 * minute;
    expect(await keep('a-1')).toBeUndefined();
    clock.time += 1;
    expect(await keep('a-1')).toBeDefined();
    expect(await rows()).toHaveLength(1);
  });

  it('wait for a minute, and are kept in no form that opens', async () => {
    const handle = await keep('a-1');
    expect(JSON.stringify(await rows())).not.toContain(handle);
    clock.time += minute;
    expect(await take(handle)).toBeUndefined();
  });
});
