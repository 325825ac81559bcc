import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { defaultPreferences, type PreferencesChange } from './preferences.ts';

describe.each(storeKinds)('preferences, on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;

  beforeAll(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, { now: () => Date.UTC(2026, 5, 17) });
  });

  afterAll(async () => {
    await metadata.close();
    await place.remove();
  });

  const userOf = async (username: string) => {
    const { changes, users, accountId } = metadata;
    return (
      await changes.make({ accountId, by: atTheCommandLine }, (change) =>
        users.create(change, { username, role: 'viewer' }),
      )
    ).id;
  };

  const update = (userId: number, wanted: PreferencesChange, accountId = metadata.accountId) =>
    metadata.changes.make({ accountId, by: atTheCommandLine }, (change) =>
      metadata.preferences.update(change, userId, wanted),
    );

  it('have defaults until a user chooses, and stay separate per user', async () => {
    const { preferences, accountId } = metadata;
    const [ann, bob] = [await userOf('ann'), await userOf('bob')];
    expect(await preferences.get(accountId, ann)).toEqual(defaultPreferences);
    const chosen = { theme: 'dark', sidebarDrawer: true, scrollToNewMessages: false } as const;
    expect(await update(ann, chosen)).toEqual({ ...defaultPreferences, ...chosen });
    expect(await update(ann, {})).toEqual({ ...defaultPreferences, ...chosen });
    const back = await update(ann, { theme: null, sidebarDrawer: undefined });
    expect(back).toEqual({ ...defaultPreferences, ...chosen, theme: 'system' });
    expect(await preferences.get(accountId, ann)).toEqual(back);
    expect(await preferences.get(accountId, bob)).toEqual(defaultPreferences);
  });

  it('that are set concurrently are all kept', async () => {
    const { preferences, accountId } = metadata;
    const user = await userOf('cat');
    await Promise.all([
      update(user, { theme: 'light' }),
      update(user, { alternatingRows: true }),
      update(user, { pointerCursors: false }),
      update(user, { theme: 'light' }),
    ]);
    const expected = { ...defaultPreferences, theme: 'light', alternatingRows: true, pointerCursors: false };
    expect(await preferences.get(accountId, user)).toEqual(expected);
  });

  it('are separate per account, and are deleted with their user', async () => {
    const { changes, preferences, users, accountId, store } = metadata;
    const user = await userOf('dan');
    await update(user, { theme: 'dark' });
    expect(await preferences.get(accountId + 1, user)).toEqual(defaultPreferences);
    await expect(update(user, { theme: 'light' }, accountId + 1)).rejects.toThrow('There is no user');
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => users.delete(change, user));
    const left = await store.database.selectFrom('user_preference').selectAll().where('user_id', '=', user).execute();
    expect(left).toEqual([]);
  });
});
