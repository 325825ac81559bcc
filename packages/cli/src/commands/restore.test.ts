import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { notePort, removeTemporaryDirectory } from '@orrery/runtime';
import type { CommandInput } from '../command/index.ts';
import { runOrrery } from '../command/run-orrery.ts';
import { restore } from './restore.ts';

const directory = mkdtempSync(join(tmpdir(), 'orrery-restore-'));
const data = join(directory, 'shop/.orrery');
const damaged = 'this is no database, however one looks at it'.repeat(200);

beforeAll(async () => {
  await orrery('init', 'shop');
});

afterAll(() => rmSync(directory, { recursive: true }));

const orrery = (...args: string[]) => runOrrery(args, { directory, environment: { ORRERY_DATA: '' } });
const onProject = (...args: string[]) => orrery(...args, '--project', 'shop');

it('commands that work on the store find it by the project', async () => {
  expect((await onProject('key', 'create', '--name', 'ci')).code).toBe(0);
  expect((await onProject('user', 'create', '--username', 'ann')).output).toBe("User 2 'ann' is viewer.\n");
  expect((await onProject('user', 'list')).output).toContain('ann');
  expect((await onProject('token')).code).toBe(0);
  expect(readdirSync(data)).toContain('orrery.db');
});

it('a damaged file is kept under another name, and replaced where that is wanted', async () => {
  const backup = join(directory, 'shop.backup');
  expect((await onProject('backup', backup)).code).toBe(0);
  const file = join(data, 'orrery.db');
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  writeFileSync(file, damaged);

  const refused = await onProject('restore', backup);
  expect([refused.code, refused.errors]).toEqual([
    1,
    `The metadata store '${file}' is damaged: file is not a database. --replace keeps it under another name, and restores the backup.\n`,
  ]);
  await notePort(data, 4000);
  const inUse = await onProject('restore', backup, '--replace');
  expect(inUse.errors).toMatch(/ is damaged: .*\. Stop the server on port 4000 first, which has it open\.\n$/);
  await removeTemporaryDirectory(data);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const elsewhere = join(data, 'temporary', `${ended}-1`);
  mkdirSync(elsewhere, { recursive: true });
  const mayBeInUse = await onProject('restore', backup, '--replace');
  expect([mayBeInUse.code, mayBeInUse.errors]).toEqual([
    1,
    expect.stringMatching(/Stop every server .*, in other containers too\. If none runs, .* remove that folder\.\n$/),
  ]);
  expect(mayBeInUse.errors).toContain(`'${elsewhere}'`);
  rmSync(elsewhere, { recursive: true });
  expect(readFileSync(file, 'utf8')).toBe(damaged);

  const { code, output, errors } = await onProject('restore', backup, '--replace');
  expect([code, output]).toEqual([0, expect.stringContaining('The metadata store is as it was at')]);
  const [, aside = ''] = /^The damaged file of the store is kept as (.*)\.$/m.exec(errors) ?? [];
  expect(readFileSync(aside, 'utf8')).toBe(damaged);
  expect((await onProject('user', 'list')).output).toContain('ann');
  expect(readdirSync(data).filter((name) => name.startsWith('restore-'))).toEqual([]);
});

it('a damaged file stays in its place where the restore fails', async () => {
  const backup = join(directory, 'full.backup');
  expect((await onProject('backup', backup)).code).toBe(0);
  const file = join(data, 'orrery.db');
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  writeFileSync(file, damaged);
  const before = readdirSync(data).toSorted();
  const { prepare } = BetterSqlite.prototype;
  const full = vi.spyOn(BetterSqlite.prototype, 'prepare').mockImplementation(function (
    this: BetterSqlite.Database,
    text,
  ) {
    if (/^\s*insert/i.test(text)) throw new BetterSqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
    return prepare.call(this, text);
  });
  onTestFinished(() => full.mockRestore());
  const here = { directory, environment: {}, clock: Date, print: () => undefined, note: () => undefined };
  const input = { ...here, flags: { project: 'shop', replace: true }, words: [backup] };
  await expect(restore.run(input as unknown as CommandInput)).rejects.toThrow(/full/i); // it reads no more of the input
  expect(full).toHaveBeenCalled();
  expect(readFileSync(file, 'utf8')).toBe(damaged);
  expect(readdirSync(data).toSorted()).toEqual(before);
});
