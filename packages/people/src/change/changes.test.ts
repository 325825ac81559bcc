import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('changes of an account on %s', (kind) => {
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

  const author = () => ({ accountId: metadata.accountId, by: atTheCommandLine });
  const usernames = async () => (await metadata.users.list(metadata.accountId)).map(({ username }) => username);

  it('that may reduce rights move the epoch of this process, and refused ones do not', async () => {
    const { accountId, changes, epochs, groups } = metadata;
    const create = (name: string) =>
      changes.changeRights(author(), async (change) => {
        await groups.create(change, { name });
        return change.epoch;
      });
    const epoch = await create('analysts');
    expect(epochs.of(accountId)).toBe(epoch);
    await expect(create('Analysts')).rejects.toThrow('already');
    expect(epochs.of(accountId)).toBe(epoch);
    expect(await create('others')).toBe(epoch + 1);
  });

  it('that reduce no rights cannot add a user to a group, and keep nothing of the attempt', async () => {
    const { changes, groups, users } = metadata;
    const before = await usernames();
    const { id } = await changes.changeRights(author(), (change) => groups.create(change, { name: 'analysts' }));
    const input = { username: 'ann', groups: [id] };
    await expect(changes.make(author(), (change) => users.create(change, input))).rejects.toThrow('may reduce rights');
    expect(await usernames()).toEqual(before);
    await changes.changeRights(author(), (change) => users.create(change, input));
    expect(await usernames()).toEqual([...before, 'ann']);
  });
});
