import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { KeyFolder } from './key-folder.ts';
import { givenKeys, type KeySource } from './key-source.ts';
import { WrongMasterKey } from './keyring.ts';
import { deriveMasterKey, type MasterKey } from './master-key.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { SealError, unseal } from './seal.ts';
import { inTransaction } from '../database/transaction.ts';
import { aiModelPlace, sealedColumns } from './sealed-columns.ts';

const clock = { now: () => Date.now() };
type Metadata = Awaited<ReturnType<typeof openMetadata>>;

const rotateTo = (nextKey: () => MasterKey, { store, keyring }: Metadata, source: KeySource) =>
  rotateMasterKey({ database: store.database, keyring, source, nextKey, clock });

describe.each(storeKinds)('a configured master key, on %s', (kind) => {
  const oldText = 'a-master-key-for-the-tests-of-the-store';
  const newText = 'another-master-key-for-the-tests-of-the-store';
  const newKey = deriveMasterKey(newText);
  let place: StorePlace;
  let metadata: Metadata;

  beforeEach(async () => {
    place = await storePlace(kind);
    metadata = await openMetadata(place.settings, clock);
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      metadata.deployments.rotateSecret(change, 1),
    );
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const openWith = (masterKey: string, nextMasterKey?: string) =>
    openMetadata({ ...place.settings, masterKey, ...(nextMasterKey ? { nextMasterKey } : {}) }, clock);
  const rotate = () => rotateTo(() => newKey, metadata, givenKeys([oldText, newText]));

  it('is replaced by another one, and opens nothing any more', async () => {
    const before = await metadata.deployments.secretsOf(1);
    const oldKey = deriveMasterKey(oldText);
    expect(await rotate()).toEqual({ from: oldKey.id, to: newKey.id, resealed: 2 });
    await expect(openWith(oldText)).rejects.toThrow(WrongMasterKey);
    await expect(openWith(oldText)).rejects.toThrow(`sealed by the key ${newKey.id}; the environment has ${oldKey.id}`);
    for (const beside of [
      await openWith(newText),
      await openWith(oldText, newText),
      await openWith(newText, oldText),
    ]) {
      expect(await beside.deployments.secretsOf(1)).toEqual(before);
      await beside.close();
    }
    for (const { table, column, placeOf } of sealedColumns) {
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(
        metadata.store.database,
      );
      for (const row of rows) {
        expect(() => unseal(String(row[column]), oldKey, placeOf(row))).toThrow(SealError);
        unseal(String(row[column]), newKey, placeOf(row));
      }
    }
  });

  it('is replaced everywhere: no text in the store is sealed beside those that are known', async () => {
    const { changes, accountId, dataSources, deployments, variables } = metadata;
    const { id } = await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      deployments.create(change, 'second'),
    );
    const server = { type: 'mysql', host: 'db.example.com', database: 'shop', user: 'reader', password: 'hunter2' };
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      dataSources.create(change, id, { ...server, name: 'default' }),
    );
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      variables.set(change, id, [{ name: 'REGION', value: 'north' }]),
    );
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => metadata.embedSecrets.ensure(change));
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      metadata.signInProviders.create(change, {
        name: 'Company',
        settings: { issuer: 'https://login.example.com', clientId: 'orrery' },
        clientSecret: 'a secret of the client',
      }),
    );
    await inTransaction(metadata.store.database, async (transaction) => {
      const sealed = await metadata.keyring.seal(transaction, 'sk-model', aiModelPlace(accountId, 'fast'));
      const model = { account_id: accountId, name: 'fast', provider: 'openai', model: 'gpt', context_tokens: 1_000 };
      const marks = { has_credential: 1, supports_images: 0, is_default: 0, created_at: 0, updated_at: 0 };
      await transaction
        .insertInto('ai_model')
        .values({ ...model, ...marks, sealed })
        .execute();
    });
    const client = await metadata.oauthClients.find('cube-mcp-client');
    if (!client) throw new Error('there is no client of the product');
    const { refreshToken = '' } = await changes.make({ accountId, by: atTheCommandLine }, async (change) => {
      const { id: userId } = await metadata.users.create(change, { username: 'Ann' });
      const grant = { client, userId, kind: 'code', scopes: ['mcp-agent-access'], deployments: 'all' } as const;
      return metadata.oauthGrants.begin(change, { ...grant, resource: undefined });
    });
    const before = await metadata.deploymentInputs.of(accountId, id);
    await rotate();
    const after = await openWith(newText);
    expect(await after.deploymentInputs.of(accountId, id)).toEqual(before);
    expect(await after.oauthGrants.refresh({ text: refreshToken, client })).toMatchObject({ kind: 'issued' });
    await after.close();
    const { database } = metadata.store;
    const tables = (await database.introspection.getTables()).filter(({ name }) => !name.startsWith('query_history'));
    const found: string[] = [];
    for (const { name, columns } of tables) {
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(database);
      for (const column of columns) {
        if (rows.some((row) => String(row[column.name]).startsWith('v1.'))) found.push(`${name}.${column.name}`);
      }
    }
    expect(found.sort()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
  });

  it('that was already replaced stays unchanged', async () => {
    await rotate();
    const beside = await openWith(oldText, newText);
    const again = await rotateTo(() => newKey, beside, givenKeys([oldText, newText]));
    expect(again).toEqual({ from: newKey.id, to: newKey.id, resealed: 0 });
    await beside.close();
  });

  it('of a running process still opens known secrets, seals nothing, and skips secrets of the new key', async () => {
    const log = { error: vi.fn(), warn: vi.fn() };
    const running = await serveMetadata({ ...place.settings, masterKey: oldText }, clock, { log });
    try {
      const { changes, deployments, accountId } = running;
      const before = await deployments.secretsOf(1);
      await rotate();
      expect(await deployments.secretsOf(1)).toEqual(before);
      expect(log.error).not.toHaveBeenCalled();
      await expect(
        changes.changeRights({ accountId, by: atTheCommandLine }, (change) => deployments.rotateSecret(change, 1)),
      ).rejects.toThrow(WrongMasterKey);

      const beside = await openWith(newText);
      const { id } = await beside.changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
        beside.deployments.rotateSecret(change, 1),
      );
      expect(await deployments.secretsOf(1)).toEqual(before);
      expect(log.error).toHaveBeenCalledOnce();
      await beside.changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
        beside.deployments.removeSecret(change, 1, id - 1),
      );
      expect(await deployments.secretsOf(1)).toEqual(before.slice(1));
      await beside.close();
    } finally {
      await running.close();
    }
  });

  it('is not replaced during a write that uses it, and nothing is sealed with two keys', async () => {
    const beside = await openWith(oldText, newText);
    const acts = Array.from({ length: 6 }, () =>
      beside.changes.changeRights({ accountId: beside.accountId, by: atTheCommandLine }, (change) =>
        beside.deployments.rotateSecret(change, 1),
      ),
    );
    await Promise.all([rotate(), ...acts]);
    const fresh = await openWith(newText);
    expect(await fresh.deployments.secretsOf(1)).toHaveLength(8);
    await fresh.close();
    await beside.close();
  });
});

describe('a master key in the data folder', () => {
  let directory: string;
  let metadata: Metadata;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'orrery-keys-'));
    metadata = await open();
  });

  afterEach(async () => {
    await metadata.close();
    rmSync(directory, { recursive: true });
  });

  const open = () => openMetadata({ dataDirectory: directory, account: 'default', mayMigrate: true }, clock);
  const keyFiles = () => readdirSync(directory).filter((name) => name.startsWith('master.key'));
  const rotate = (folder = new KeyFolder(directory)) => rotateTo(() => folder.prepareNext(), metadata, folder);

  it('is replaced by a new one; the old one is kept for backups', async () => {
    const before = await metadata.deployments.secretsOf(1);
    const { from, to } = await rotate();
    expect(keyFiles()).toEqual(['master.key', `master.key.before-${from}`]);
    expect(new KeyFolder(directory).keys().map(({ id }) => id)).toEqual([to]);
    expect(await metadata.deployments.secretsOf(1)).toEqual(before);
    const beside = await open();
    expect(await beside.deployments.secretsOf(1)).toEqual(before);
    await beside.close();
  });

  it('of a running process becomes the new one, for what it opens and for what it seals', async () => {
    await rotate();
    const { secret } = await metadata.changes.changeRights(
      { accountId: metadata.accountId, by: atTheCommandLine },
      (change) => metadata.deployments.rotateSecret(change, 1),
    );
    const beside = await open();
    expect(await beside.deployments.secretsOf(1)).toContain(secret);
    await beside.close();
  });

  it('survives concurrent rotations', async () => {
    const before = await metadata.deployments.secretsOf(1);
    const others = await Promise.all([open(), open()]);
    await Promise.all(
      [metadata, ...others].map((one) => {
        const folder = new KeyFolder(directory);
        return rotateTo(() => folder.prepareNext(), one, folder);
      }),
    );
    const beside = await open();
    expect(await beside.deployments.secretsOf(1)).toEqual(before);
    expect(keyFiles().filter((name) => name.includes('.next-'))).toEqual([]);
    await Promise.all([...others, beside].map((one) => one.close()));
  });

  it('that is incomplete or unused is ignored and removed', async () => {
    writeFileSync(join(directory, 'master.key.next-aa'), 'half');
    writeFileSync(join(directory, 'master.key.next-bb'), 'a key that never sealed anything, long enough');
    const beside = await open();
    await beside.close();
    await rotate();
    expect(keyFiles().filter((name) => name.includes('.next-'))).toEqual([]);
  });

  it('that is lost is not generated again for a store sealed with it', async () => {
    rmSync(join(directory, 'master.key'));
    await expect(open()).rejects.toThrow(/sealed by the key k-\w+, and the file .*master\.key is not there/);
    expect(keyFiles()).toEqual([]);
  });
});
