import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { keySourceOf, openMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { projectOf } from '../../../deployments/src/version/project-for-test.ts';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import type { Migration } from '../database/migration.ts';
import { migrations } from '../database/migrations/migrations.ts';
import type { Store } from '../database/store.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { changeVersions } from '../../../../tests/change-versions.ts';

const clock = { now: () => Date.now() };
let directory: string;
let file: string;
const places: StorePlace[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-backup-'));
  file = join(directory, 'backup');
});

afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
  rmSync(directory, { recursive: true });
});

async function newPlace(kind: StorePlace['kind']): Promise<StorePlace> {
  const place = await storePlace(kind);
  places.push(place);
  return place;
}

/** Fills an account with people, keys and secrets, and with gaps where some were removed. */
async function inhabit({ settings }: StorePlace): Promise<void> {
  const metadata = await openMetadata(settings, clock);
  const { changes, accountId, users, groups, attributes, apiKeys, deployments, projectVersions, store, close } =
    metadata;
  const ann = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
    users.create(change, {
      username: 'Änn “O’Neil”',
      role: 'admin',
      email: 'ann@example.com',
    }),
  );
  await changes.make({ accountId, by: atTheCommandLine }, (change) =>
    users.create(change, { username: 'bob', role: 'viewer' }),
  );
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    groups.create(change, { name: 'who “looks”', members: { exactly: [ann.id] } }),
  );
  const city = { name: 'city', type: 'string_array', defaultValue: '["Oslo"]' } as const;
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => attributes.create(change, city));
  const values = new Map([['city', ['Rome', 'O’Hare']]]);
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    users.update(change, ann.id, { attributes: values }),
  );
  for (const name of ['one', 'two; DROP TABLE account', 'three\u2028']) {
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: ann.id, name, deployments: name === 'one' ? [1] : 'all' }),
    );
  }
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => apiKeys.revoke(change, 2));
  const first = await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    deployments.rotateSecret(change, 1),
  );
  const second = await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    deployments.rotateSecret(change, 1),
  );
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    deployments.removeSecret(change, 1, second.id),
  );
  await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    deployments.removeSecret(change, 1, first.id - 1),
  );
  await store.database.deleteFrom('api_key').where('id', '=', 3).execute();
  const shop = await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
    deployments.create(change, 'shop'),
  );
  const uploaded = { archive: projectOf([1, 2, 3], { 'data/more.csv': 'ö\n'.repeat(1_000) }), message: 'Ünïcode' };
  const versions = changeVersions({ changes, projectVersions });
  const { version } = await versions.upload({ accountId, by: atTheCommandLine }, shop.id, uploaded);
  await versions.activate({ accountId, by: atTheCommandLine }, shop.id, version.id);
  // More rows than one read returns.
  const entry = { account_id: accountId, at: 1, event: 'Logged in', attributes: '{}' };
  await store.database
    .insertInto('audit_log')
    .values(Array.from({ length: 250 }, () => entry))
    .execute();
  await close();
}

async function backUp({ settings }: StorePlace, to = file) {
  const store = await connect(settings);
  try {
    return await writeBackup({ store, source: keySourceOf(settings), file: to, clock });
  } finally {
    await store.close();
  }
}

const restoreTo = ({ settings }: StorePlace, options: { mayReplace?: boolean; from?: string } = {}) =>
  restoreBackup({
    file: options.from ?? file,
    source: keySourceOf(settings),
    connect: () => connect(settings),
    mayReplace: options.mayReplace ?? false,
    clock,
  });

/** Everything that is stored, except epochs. */
async function contentOf({ settings }: StorePlace): Promise<Readonly<Record<string, unknown>>> {
  const store = await connect(settings);
  try {
    const tables = (await store.database.introspection.getTables()).filter(({ name }) => !name.includes('history'));
    const contents = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(store.database);
        const shown = rows.map(({ epoch: _, timestamp: __, ...row }) => JSON.stringify(row, Object.keys(row).sort()));
        return [name, shown.sort()] as const;
      }),
    );
    return Object.fromEntries(contents);
  } finally {
    await store.close();
  }
}

describe.each(storeKinds.flatMap((from) => storeKinds.map((to) => [from, to] as const)))(
  'a backup of %s restored to %s',
  (from, to) => {
    it('contains everything, opens with the same key, and ids continue', async () => {
      const [source, target] = [await newPlace(from), await newPlace(to)];
      await inhabit(source);
      const { rows } = await backUp(source);
      expect(await restoreTo(target)).toMatchObject({ rows });
      expect(await contentOf(target)).toEqual(await contentOf(source));

      const [was, is] = await Promise.all([source, target].map(({ settings }) => openMetadata(settings, clock)));
      expect(await is!.deployments.secretsOf(1)).toEqual(await was!.deployments.secretsOf(1));
      for (const { changes, deployments, users, apiKeys, accountId } of [was!, is!]) {
        expect(
          (
            await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
              deployments.rotateSecret(change, 1),
            )
          ).id,
        ).toBe(5);
        const { id: userId } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
          users.create(change, { username: 'eve', role: 'viewer' }),
        );
        expect(userId).toBe(3);
        expect(
          (
            await changes.make({ accountId, by: atTheCommandLine }, (change) =>
              apiKeys.create(change, { userId, name: 'x', deployments: 'all' }),
            )
          ).key.id,
        ).toBe(4);
      }
      const versions = await Promise.all([was, is].map((one) => one!.projectVersions.active(1, 2)));
      expect(versions[1]).toEqual(versions[0]);
      expect(await is!.projectVersions.check(1, 2, versions[1]?.id ?? 0)).toMatchObject({ problems: [] });
      await Promise.all([was, is].map((one) => one!.close()));
    });
  },
);

describe.each(storeKinds)('a backup on %s', (kind) => {
  it('is a consistent snapshot of a store under writes', async () => {
    const place = await newPlace(kind);
    const { changes, users, apiKeys, accountId, close } = await openMetadata(place.settings, clock);
    let isDone = false;
    const writer = (async () => {
      for (let index = 0; !isDone; index++) {
        const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
          users.create(change, { username: `user ${index}`, role: 'viewer' }),
        );
        await changes.make({ accountId, by: atTheCommandLine }, (change) =>
          apiKeys.create(change, { userId: user.id, name: `key of ${index}`, deployments: 'all' }),
        );
      }
    })();
    for (let times = 0; times < 5; times++) await backUp(place, `${file}-${times}`);
    isDone = true;
    await writer;
    await close();
    for (let times = 0; times < 5; times++) {
      const target = await newPlace('sqlite');
      await restoreTo(target, { from: `${file}-${times}` });
      const content = await contentOf(target);
      const [people, keys] = [content['account_user'], content['api_key']] as readonly (readonly unknown[])[];
      expect(people!.length - keys!.length).toBeGreaterThanOrEqual(0);
      expect(people!.length - keys!.length).toBeLessThanOrEqual(1);
    }
  });

  it('replaces the content of a store only when requested, and running processes notice', async () => {
    const place = await newPlace(kind);
    await inhabit(place);
    await backUp(place);
    const before = await contentOf(place);
    const served = await serveMetadata(place.settings, clock);
    const epoch = served.epochs.of(served.accountId);
    await served.changes.make({ accountId: served.accountId, by: atTheCommandLine }, (change) =>
      served.users.create(change, { username: 'later', role: 'admin' }),
    );
    const later = await contentOf(place);

    await expect(restoreTo(place)).rejects.toThrow('The metadata store is not empty');
    expect(await contentOf(place)).toEqual(later);
    await restoreTo(place, { mayReplace: true });
    expect(await contentOf(place)).toEqual(before);
    await expect.poll(() => served.epochs.of(served.accountId)).toBeGreaterThan(epoch);
    expect((await served.users.list(served.accountId)).map(({ username }) => username)).not.toContain('later');
    await served.close();
  });

  it('made by an earlier version is brought up to date', async () => {
    const [source, target] = [await newPlace('sqlite'), await newPlace(kind)];
    await inhabit(source);
    await backUp(source);
    const before = await contentOf(source);
    const steps = migrations as Map<string, Migration>; // for this test there is one more
    const later: Migration = {
      up: async (database) => {
        await database.schema.createTable('later').addColumn('username', 'text').execute();
        await sql`INSERT INTO later SELECT username FROM account_user`.execute(database);
        await database.schema.dropTable('api_key_deployment').execute();
      },
    };
    try {
      steps.set('0999-later', later);
      await restoreTo(target);
      const content = await contentOf(target);
      expect(content['later']).toHaveLength(2);
      expect(content['api_key']).toEqual(before['api_key']);
      expect(content).not.toHaveProperty('api_key_deployment');
      await restoreTo(target, { mayReplace: true });
      expect(await contentOf(target)).toEqual(content);
    } finally {
      steps.delete('0999-later');
    }
  });

  it('is refused with another master key, before anything is changed', async () => {
    const [source, target] = [await newPlace('sqlite'), await newPlace(kind)];
    await inhabit(source);
    await inhabit(target);
    const { keyId } = await backUp(source);
    const before = await contentOf(target);
    const settings = { ...target.settings, masterKey: 'quite-another-master-key-for-the-tests' };
    const attempt = restoreTo({ ...target, settings }, { mayReplace: true });
    await expect(attempt).rejects.toThrow(`sealed by the master key ${keyId}`);
    expect(await contentOf(target)).toEqual(before);
  });

  it('that fails half way leaves the store unchanged', async () => {
    const [source, target] = [await newPlace('sqlite'), await newPlace(kind)];
    await inhabit(source);
    await inhabit(target);
    await backUp(source);
    const before = await contentOf(target);
    let replaced: Store | undefined;
    const failing = restoreBackup({
      file,
      source: keySourceOf(target.settings),
      connect: async () => {
        replaced = await connect(target.settings);
        writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, 6).join('\n')}\n`);
        return replaced;
      },
      mayReplace: true,
      clock,
    });
    await expect(failing).rejects.toThrow('damaged or incomplete');
    expect(replaced).toBeDefined();
    expect(await contentOf(target)).toEqual(before);
  });

  it('of a store with a newer version is not made, and such a store is not replaced', async () => {
    const [source, target] = [await newPlace('sqlite'), await newPlace(kind)];
    await inhabit(source);
    await inhabit(target);
    await backUp(source);
    const store = await connect(target.settings);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-future', '')`.execute(store.database);
    await store.close();
    await expect(backUp(target, `${file}-2`)).rejects.toThrow('a newer version of Orrery wrote it');
    expect(existsSync(`${file}-2`)).toBe(false);
    await expect(restoreTo(target, { mayReplace: true })).rejects.toThrow('a newer version of Orrery wrote it');
  });

  it('of an empty store is refused', async () => {
    const place = await newPlace(kind);
    await expect(backUp(place)).rejects.toThrow('run orrery migrate first');
    const store = await connect(place.settings);
    await migrate(store.database);
    await store.close();
    await expect(backUp(place)).rejects.toThrow('there is nothing to back up');
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('the file of a backup', () => {
  let place: StorePlace;

  beforeEach(async () => {
    place = await newPlace('sqlite');
    await inhabit(place);
  });

  it('is readable for its owner only, and holds neither the master key nor a secret', async () => {
    await backUp(place);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    const { deployments, close } = await openMetadata(place.settings, clock);
    const secrets = [...(await deployments.secretsOf(1)), place.settings.masterKey ?? ''];
    await close();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('is never written over an existing file, and leaves no partial file', async () => {
    writeFileSync(file, 'of somebody');
    await expect(backUp(place)).rejects.toThrow('There is a file');
    expect(readFileSync(file, 'utf8')).toBe('of somebody');
    writeFileSync(`${file}-2.partial-999999999`, 'of a process that was killed');
    await backUp(place, `${file}-2`);
    expect(readdirSync(directory).sort()).toEqual(['backup', 'backup-2']);
    await expect(backUp(place, join(directory, 'nowhere', 'backup'))).rejects.toThrow('cannot be written');
  });

  it.each<[string, (text: string) => string | Buffer]>([
    ['cut short', (text) => text.slice(0, -100)],
    ['without its last line', (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`],
    ['with a line too many', (text) => text.replace('\n[', '\n[1]\n[')],
    ['with more after its end', (text) => `${text}[1]\n`],
    ['with one letter changed', (text) => text.replace('ann@example.com', 'eve@example.com')],
    ['with a byte that is no text', (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
    ['empty', () => ''],
    ['with an empty line', () => '\n'],
  ])('%s is refused', async (_name, change) => {
    await backUp(place);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const target = await newPlace('sqlite');
    await expect(restoreTo(target)).rejects.toThrow(/damaged or incomplete|is not a backup/);
    expect(existsSync(join(target.settings.dataDirectory, 'orrery.db'))).toBe(false);
  });

  it('that was forged together with its checksum is refused', async () => {
    await backUp(place);
    const lines = readFileSync(file, 'utf8').replace('"viewer"', '"admin"').trimEnd().split('\n');
    const start = `${lines.slice(0, -1).join('\n')}\n`;
    const { end } = JSON.parse(lines.at(-1)!) as { end: object };
    const sha256 = createHash('sha256').update(start).digest('hex');
    writeFileSync(file, `${start}${JSON.stringify({ end: { ...end, sha256 } })}\n`);
    await expect(restoreTo(await newPlace('sqlite'))).rejects.toThrow('was changed after it was made');
  });

  it.each<[string, string, string]>([
    ['of another program', '{"name":"x"}', 'is not a backup of Orrery'],
    ['in a newer format', '{"orreryBackup":2,"more":true}', 'reads format 1'],
    ['with a hostile name', '{"orreryBackup":"1"}', 'is not a backup of Orrery'],
  ])('%s is refused', async (_name, header, words) => {
    writeFileSync(file, `${header}\n{"end":{}}\n`);
    await expect(restoreTo(await newPlace('sqlite'))).rejects.toThrow(words);
  });

  it('that cannot be read, or is a folder, is refused by its name', async () => {
    await expect(restoreTo(place)).rejects.toThrow(`'${file}' cannot be read`);
    await expect(restoreTo(place, { from: directory })).rejects.toThrow('cannot be read');
  });
});
