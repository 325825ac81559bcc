import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectBackup } from '../../packages/store/src/backup/read-backup.ts';
import { backup } from '../../packages/cli/src/commands/backup.ts';
import { runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { OperatorError } from '../../packages/kernel/src/failure/operator-error.ts';
import { type StorePlace, storePlace } from '../servers/store-place.ts';
import { contentOf, inhabit } from './kept-store.ts';
import { aFewOf, every, inGroups, killedAfter, killedAt, last, stepsOf } from './killed-process.ts';

const environment = { ORRERY_SECRET_KEY: 'a-master-key-for-the-tests-of-crashes' };
let root: string;

const settingsOf = (folder: string) => ({
  dataDirectory: join(root, folder),
  masterKey: environment.ORRERY_SECRET_KEY,
  account: 'default',
  mayMigrate: true,
});
const place = () => ({ directory: root, environment });

/** The command in this process, which nothing kills. */
async function backUp(file: string): Promise<number | 'refused'> {
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const said = { print: () => undefined, note: () => undefined };
  const input = { flags: { data: 'new' }, words: [file], environment, directory: root, clock: Date, ...said };
  try {
    return await backup.run({ ...input, serve, serveInside: serve });
  } catch (error) {
    if (error instanceof OperatorError) return 'refused';
    throw error;
  }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'orrery-killed-'));
  await inhabit(settingsOf('old'), ['ann', 'bob']);
  await inhabit(settingsOf('new'), ['carl', 'dora', 'eve']);
  await runOrrery(['backup', 'new.backup', '--data', 'new'], place());
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('on SQLite', () => {
  it('a backup killed at any step exists completely or not at all, and the next one works', async () => {
    const args = (folder: string) => ['backup', join(folder, 'backup'), '--data', 'new'];
    cpSync(join(root, 'old'), join(root, 'counted'), { recursive: true });
    const steps = await stepsOf(args('counted'), place());
    const whole = await contentOf(settingsOf('new'));
    await inGroups([...every(aFewOf(steps), steps), ...last(12, steps)], async (step) => {
      const folder = mkdtempSync(join(root, 'backup-'));
      const file = join(folder, 'backup');
      expect([step, await killedAt(step, args(folder), place())]).toEqual([step, true]);
      const isThere = existsSync(file);
      if (isThere) await inspectBackup(file);
      expect(await backUp(file)).toBe(isThere ? 'refused' : 0);
      await inspectBackup(file);
      expect(readdirSync(folder)).toEqual(['backup']);
    });
    expect(await contentOf(settingsOf('new'))).toBe(whole);
  });

  it('a restore killed at any step leaves the store unchanged, or restored', async () => {
    const args = (folder: string) => ['restore', 'new.backup', '--replace', '--data', folder];
    const [old, restored] = [await contentOf(settingsOf('old')), await contentOf(settingsOf('new'))];
    cpSync(join(root, 'old'), join(root, 'restored'), { recursive: true });
    const steps = await stepsOf(args('restored'), place());
    expect(await contentOf(settingsOf('restored'))).toBe(restored);
    const outcomes = new Set<string>();
    await inGroups([...every(aFewOf(steps), steps), ...last(6, steps)], async (step) => {
      const folder = `restore-${step}`;
      cpSync(join(root, 'old'), join(root, folder), { recursive: true });
      expect([step, await killedAt(step, args(folder), place())]).toEqual([step, true]);
      const left = await contentOf(settingsOf(folder));
      expect([step, [old, restored].indexOf(left)]).not.toEqual([step, -1]);
      outcomes.add(left);
      rmSync(join(root, folder), { recursive: true });
    });
    expect(outcomes).toEqual(new Set([old, restored]));
  });
});

describe('on PostgreSQL', () => {
  let store: StorePlace;

  beforeAll(async () => {
    store = await storePlace('postgres', environment);
    await inhabit(store.settings, ['ann', 'bob']);
  });

  afterAll(() => store.remove());

  it('backups, restores and rotations killed at any moment leave it complete', async () => {
    const options = { directory: root, environment: store.environment };
    expect((await runOrrery(['backup', 'old.backup'], options)).code).toBe(0);
    const whole = new Set([await contentOf(store.settings), await contentOf(settingsOf('new'))]);
    for (const [index, file] of ['new', 'old', 'new', 'old', 'new', 'old'].entries()) {
      const startedAt = performance.now();
      expect((await runOrrery(['backup', `${index}.backup`], options)).code).toBe(0);
      const tookMs = performance.now() - startedAt;
      const moment = tookMs * (0.5 + index / 8);
      await killedAfter(moment, ['restore', `${file}.backup`, '--replace'], options);
      expect(whole).toContain(await contentOf(store.settings));
      await killedAfter(moment, ['backup', `${index}.killed`], options);
      if (existsSync(join(root, `${index}.killed`))) await inspectBackup(join(root, `${index}.killed`));

      const newKey = `the-next-master-key-${index}-of-the-tests-of-crashes`;
      const next = { ORRERY_NEW_SECRET_KEY: newKey };
      await killedAfter(moment, ['rotate-key'], { directory: root, environment: { ...store.environment, ...next } });
      expect(whole).toContain(await contentOf({ ...store.settings, nextMasterKey: newKey }));
      // Returns to the key of the backups.
      const back = { ORRERY_SECRET_KEY: newKey, ORRERY_NEW_SECRET_KEY: environment.ORRERY_SECRET_KEY };
      const both = { directory: root, environment: { ...store.environment, ...back } };
      expect((await runOrrery(['rotate-key'], both)).code).toBe(0);
    }
  });
});
