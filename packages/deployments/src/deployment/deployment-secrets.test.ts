import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { Authenticator } from '../token/authenticate.ts';
import { mintToken } from '../token/mint-token.ts';
import { type Metadata, openMetadata, type ServedMetadata, serveMetadata } from '../open-metadata.ts';
import { storedSecrets } from '../token/secret-sources.ts';
import { tokenKeysOf } from '../token/token-keys-of.ts';
import { eventually } from '../../../../tests/eventually.ts';

const clock = { now: () => 1_770_000_000_000 };
const settings = { algorithms: ['HS256'], scopes: ['data'] } as const;
const log = { warn: () => {} };

describe.each(storeKinds)('the secrets of a deployment on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let beside: Metadata;
  let authenticator: Authenticator;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    beside = await openMetadata(place.settings, clock);
    const keys = await tokenKeysOf(settings, storedSecrets(metadata, { id: 1, accountId: metadata.accountId }), {
      clock,
      log,
    });
    authenticator = new Authenticator(1, keys, settings, clock);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all([metadata.close(), beside.close()]);
    await place.remove();
  });

  const idsOf = async () => (await metadata.deployments.listSecrets(1, 1)).map(({ id }) => id);

  async function token(): Promise<string> {
    const [deployment] = await beside.deployments.list(1);
    const request = { deployment: deployment!, securityContext: {}, expiresInSeconds: 600, clock };
    return (await mintToken(request, settings)) ?? '';
  }

  const isTaken = (authorization: string) =>
    authenticator.admit({ authorization }).then(
      () => true,
      () => false,
    );

  it('sign with the newest one, and accept all until they are removed', async () => {
    const before = await token();
    expect(await isTaken(before)).toBe(true);
    const { id, secret } = await metadata.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
      metadata.deployments.rotateSecret(change, 1),
    );
    expect(await metadata.deployments.secretsOf(1)).toHaveLength(2);
    expect((await metadata.deployments.list(1))[0]?.apiSecret).toBe(secret);
    const after = await token();
    expect([await isTaken(before), await isTaken(after)]).toEqual([true, true]);
    const [newest, oldest] = await idsOf();
    expect(newest).toBe(id);
    await metadata.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
      metadata.deployments.removeSecret(change, 1, oldest!),
    );
    expect([await isTaken(before), await isTaken(after)]).toEqual([false, true]);
  });

  it('include changes of other processes after a short time', async () => {
    const before = await token();
    expect(await isTaken(before)).toBe(true);
    await beside.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
      beside.deployments.rotateSecret(change, 1),
    );
    const after = await token();
    await eventually(async () => expect(await isTaken(after)).toBe(true));
    const earliest = (await idsOf()).at(-1)!;
    await beside.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
      beside.deployments.removeSecret(change, 1, earliest),
    );
    await eventually(async () => expect(await isTaken(before)).toBe(false));
    expect(await isTaken(after)).toBe(true);
  });

  it('are read once, and again only after something of the account was removed', async () => {
    const read = vi.spyOn(metadata.deployments, 'secretsOf');
    const good = await token();
    for (let times = 0; times < 3; times += 1) await isTaken(good);
    expect(read).not.toHaveBeenCalled();
    await metadata.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
      metadata.deployments.rotateSecret(change, 1),
    );
    for (let times = 0; times < 3; times += 1) await isTaken(good);
    expect(read).toHaveBeenCalledOnce();
  });

  it('keep at least one, also when two are removed at the same time', async () => {
    await metadata.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
      metadata.deployments.rotateSecret(change, 1),
    );
    const ids = await idsOf();
    const removals = await Promise.allSettled([
      metadata.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
        metadata.deployments.removeSecret(change, 1, ids[0]!),
      ),
      beside.changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
        beside.deployments.removeSecret(change, 1, ids[1]!),
      ),
    ]);
    expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await idsOf()).toHaveLength(1);
  });

  it('belong to the named account and deployment', async () => {
    const { accounts, changes, deployments } = metadata;
    const other = await accounts.create('other');
    const [id] = await idsOf();
    await expect(
      changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
        deployments.removeSecret(change, 1, id! + 1),
      ),
    ).rejects.toThrow('Deployment 1 has no secret');
    await expect(
      changes.changeRights({ accountId: 1, by: atTheCommandLine }, (change) =>
        deployments.removeSecret(change, 2, id!),
      ),
    ).rejects.toThrow('There is no deployment 2');
    await expect(
      changes.changeRights({ accountId: other.id, by: atTheCommandLine }, (change) =>
        deployments.rotateSecret(change, 1),
      ),
    ).rejects.toThrow('There is no deployment 1');
    await expect(deployments.listSecrets(other.id, 1)).rejects.toThrow('There is no deployment 1');
  });

  it('cannot be opened in the row of another deployment', async () => {
    const { database } = metadata.store;
    await database.insertInto('deployment').values({ id: 2, account_id: 1, name: 'two', created_at: 1 }).execute();
    await sql`UPDATE deployment_secret SET deployment_id = 2`.execute(database);
    await expect(metadata.deployments.secretsOf(2)).rejects.toThrow('The master key does not open');
  });
});
