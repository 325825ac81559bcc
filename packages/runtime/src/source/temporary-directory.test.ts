import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import {
  claimTemporaryDirectory,
  notePort,
  processesOf,
  removeLeftovers,
  removeTemporaryDirectory,
  temporaryDirectory,
} from './temporary-directory.ts';

/** Locks the folder of a process as the process does. */
function lock(directory: string): BetterSqlite.Database {
  const database = new BetterSqlite(`${directory}.lock`);
  database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  return database;
}

it('removes what killed processes left, and nothing that may be in use', async () => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-temporary-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  await removeLeftovers(data); // there is nothing yet
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const now = Math.floor(performance.timeOrigin);
  const left = [`${ended}-${now}`, `${process.pid}-${now - 60_000}`];
  const used = [`${process.pid}-${now + 500}`, `${process.ppid}-${now - 60_000}`, 'something-else'];
  for (const name of [...left, ...used]) {
    mkdirSync(join(data, 'temporary', name), { recursive: true });
    writeFileSync(join(data, 'temporary', name, 'spilled.tmp'), 'rows');
  }
  const own = temporaryDirectory(data);
  mkdirSync(own);
  await removeLeftovers(data);
  const inUse = [...used, basename(own)];
  expect(readdirSync(join(data, 'temporary')).toSorted()).toEqual(inUse.toSorted());
  await removeTemporaryDirectory(data);
  expect(readdirSync(join(data, 'temporary')).toSorted()).toEqual(used.toSorted());
});

it('knows the processes that use a data folder, their ports, and which of them do not live here', async () => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-temporary-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  expect(await processesOf(data)).toEqual([]);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  mkdirSync(join(data, 'temporary', `${ended}-1`), { recursive: true });
  writeFileSync(join(data, 'temporary', `${ended}-1`, 'port'), '4001');
  mkdirSync(join(data, 'temporary', `${process.ppid}-1`)); // a command, which serves nothing
  await notePort(data, 4000);
  await notePort(data, 15432, 'sql');
  const own = { directory: temporaryDirectory(data), port: 4000, sqlPort: 15432, state: 'lives' };
  const others = [
    { directory: join(data, 'temporary', `${ended}-1`), port: 4001, state: 'not-here' },
    { directory: join(data, 'temporary', `${process.ppid}-1`), port: undefined, state: 'lives' },
  ];
  expect(new Set(await processesOf(data))).toEqual(new Set([own, ...others]));
  await removeTemporaryDirectory(data);
  expect(new Set(await processesOf(data))).toEqual(new Set(others));
});

it('believes locks and no numbers, which processes of several containers share', async () => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-temporary-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  await claimTemporaryDirectory(data);
  await notePort(data, 4000);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  // In other containers: one with the number of this process, one with a number that no process has here.
  const names = [`${process.pid}-1-a`, `${ended}-1-b`, `${process.ppid}-1-c`];
  const directories = names.map((name) => join(data, 'temporary', name));
  for (const directory of directories) mkdirSync(directory);
  const [first, second, killed] = directories.map(lock);
  killed?.close();
  const [one = '', two = '', three = ''] = directories;
  const lives = [temporaryDirectory(data), one, two].map((directory) => [directory, 'lives']);
  const states = async () => (await processesOf(data)).map(({ directory, state }) => [directory, state]);
  expect((await states()).toSorted()).toEqual([...lives, [three, 'ended']].toSorted());
  await removeLeftovers(data);
  expect((await states()).toSorted()).toEqual(lives.toSorted());
  first?.close();
  second?.close();
  await removeLeftovers(data);
  expect(readdirSync(join(data, 'temporary'))).toHaveLength(2);
  await removeTemporaryDirectory(data);
  expect(readdirSync(join(data, 'temporary'))).toEqual([]);
});

it('ends the claim of a process with the process', async () => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-temporary-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const module = JSON.stringify(new URL('temporary-directory.ts', import.meta.url).href);
  const program = `import { claimTemporaryDirectory, notePort, removeLeftovers } from ${module};
    await claimTemporaryDirectory(process.argv[1]);
    await removeLeftovers(process.argv[1]);
    await notePort(process.argv[1], 4000);
    process.kill(process.pid, 'SIGKILL');`;
  for (let run = 0; run < 2; run += 1) {
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program, data]);
    expect(signal).toBe('SIGKILL');
    // The second has removed what the first left.
    expect(await processesOf(data)).toMatchObject([{ port: 4000, state: 'ended' }]);
  }
});

/** Fails as on file systems without locks: SQLite makes the file, and says of it what it says of one that is locked, or an error. */
const failing = {
  'as if another had it': (directory: string) => {
    writeFileSync(`${directory}.lock`, '');
    return Promise.resolve(undefined);
  },
  'with an error': (directory: string) => {
    writeFileSync(`${directory}.lock`, '');
    return Promise.reject(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_LOCK' }));
  },
};

it.each(Object.entries(failing))('judges by process ids where locks fail %s', async (_, noLock) => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-temporary-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const temporary = join(data, 'temporary');
  expect(await claimTemporaryDirectory(data, noLock)).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [killed, alive] = [`${ended}-1-a`, `${process.ppid}-1-b`];
  for (const name of [killed, alive]) {
    mkdirSync(join(temporary, name));
    writeFileSync(join(temporary, `${name}.lock`), '');
  }
  const states = (await processesOf(data, noLock)).map(({ directory, state }) => [basename(directory), state]);
  expect(new Set(states)).toEqual(
    new Set([
      [killed, 'not-here'],
      [alive, 'lives'],
    ]),
  );
  await removeLeftovers(data, noLock);
  expect(readdirSync(temporary).toSorted()).toEqual([alive, `${alive}.lock`].toSorted());
});

it('gives another process time to let go of the lock', async () => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-temporary-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  let isFree = false;
  const claimed = await claimTemporaryDirectory(data, (directory) => {
    setTimeout(() => (isFree = true), 1);
    return Promise.resolve(isFree ? lock(directory) : undefined);
  });
  expect(claimed).toBe(true);
  await removeTemporaryDirectory(data);
  expect(readdirSync(join(data, 'temporary'))).toEqual([]);
});
