import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keySourceOf, openMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { KeyFolder } from '../../packages/store/src/keys/key-folder.ts';
import { rotateMasterKey } from '../../packages/store/src/keys/rotate-master-key.ts';
import { every, inGroups, killedAt, stepsOf } from './killed-process.ts';

const clock = { now: () => Date.now() };
let root: string;
let secrets: readonly string[];

const settingsOf = (folder: string) => ({ dataDirectory: join(root, folder), account: 'default', mayMigrate: true });
const rotate = (folder: string) => ['rotate-key', '--data', join(root, folder)];
const copyTo = (folder: string) => cpSync(join(root, 'before'), join(root, folder), { recursive: true });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'orrery-killed-'));
  const metadata = await openMetadata(settingsOf('before'), clock);
  await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
    metadata.deployments.rotateSecret(change, 1),
  );
  secrets = await metadata.deployments.secretsOf(1);
  await metadata.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Opens the store that was left, finds every secret, and repeats the killed command. */
async function requireWhole(folder: string): Promise<void> {
  const metadata = await openMetadata(settingsOf(folder), clock);
  try {
    expect(await metadata.deployments.secretsOf(1)).toEqual(secrets);
    const keys = new KeyFolder(join(root, folder));
    expect(keys.keys()[0]?.id).toBe(metadata.keyring.current.id);
    const source = keySourceOf(settingsOf(folder));
    const { store, keyring } = metadata;
    await rotateMasterKey({ database: store.database, keyring, source, nextKey: () => keys.prepareNext(), clock });
    expect(await metadata.deployments.secretsOf(1)).toEqual(secrets);
    const left = readdirSync(join(root, folder)).filter(
      (name) => !/^(\.gitignore|orrery\.db.*|master\.key(\.before-.*)?)$/.test(name),
    );
    expect(left).toEqual([]);
  } finally {
    await metadata.close();
  }
}

it('a rotation killed at any step leaves a store that opens by one key, with every secret', async () => {
  copyTo('counted');
  const steps = await stepsOf(rotate('counted'), { directory: root });
  expect(steps).toBeGreaterThan(40);
  await inGroups(every(1, steps), async (step) => {
    const folder = `killed-${step}`;
    copyTo(folder);
    expect([step, await killedAt(step, rotate(folder), { directory: root })]).toEqual([step, true]);
    await requireWhole(folder);
    rmSync(join(root, folder), { recursive: true });
  });
});
