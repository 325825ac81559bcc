import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { storeFaults } from '../store-faults.ts';
import { replaceFile } from './replace-file.ts';

it('keeps each of two files that are replaced within a second, with its log, and leaves none to the new file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-replace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, by] = [join(folder, 'orrery.db'), join(folder, 'new.db')];
  const replace = async (damaged: string, value: number) => {
    writeFileSync(file, damaged);
    writeFileSync(`${file}-wal`, `log of ${damaged}`);
    const made = new BetterSqlite(by);
    made.exec(`PRAGMA journal_mode = WAL; CREATE TABLE kept (value INTEGER); INSERT INTO kept VALUES (${value})`);
    made.close();
    return replaceFile(file, by, 0);
  };
  const asides = [await replace('first', 1), await replace('second', 2)];
  expect(asides).toEqual([`${file}.damaged-19700101T000000Z`, `${file}.damaged-19700101T000000Z-2`]);
  expect(asides.map((aside) => [readFileSync(aside, 'utf8'), readFileSync(`${aside}-wal`, 'utf8')])).toEqual([
    ['first', 'log of first'],
    ['second', 'log of second'],
  ]);
  expect(readdirSync(folder)).toHaveLength(5);
  const now = new BetterSqlite(file);
  onTestFinished(() => void now.close());
  expect(now.prepare('SELECT value FROM kept').all()).toEqual([{ value: 2 }]);
});

it('leaves the file in its place where the other one is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-replace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'orrery.db');
  writeFileSync(file, 'damaged');
  writeFileSync(join(folder, 'new.db'), 'no database either'.repeat(100));
  await expect(replaceFile(file, join(folder, 'new.db'), 0)).rejects.toThrow('file is not a database');
  expect(readFileSync(file, 'utf8')).toBe('damaged');
});

it('leaves no store that lacks its log where it is cut off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-replace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, by] = [join(folder, 'orrery.db'), join(folder, 'new.db')];
  // The former state is whole without the log, which has what came later.
  for (const name of [file, by]) {
    const made = new BetterSqlite(name);
    made.exec('CREATE TABLE kept (value INTEGER)');
    made.close();
  }
  const [before, log] = [readFileSync(file), 'what came later'];
  writeFileSync(`${file}-wal`, log);
  // Ends it behind the removal of the log, as a kill would.
  mkdirSync(`${file}-shm/full`, { recursive: true });
  await expect(replaceFile(file, by, 0)).rejects.toThrow();
  rmSync(`${file}-shm`, { recursive: true });
  expect(readdirSync(folder)).not.toContain('orrery.db-wal');
  expect(await storeFaults({ dataDirectory: folder })).toEqual(['file is not a database']);
  const aside = `${file}.damaged-19700101T000000Z`;
  expect([readFileSync(aside), readFileSync(`${aside}-wal`, 'utf8')]).toEqual([before, log]);
  // A second attempt has what it needs.
  await replaceFile(file, by, 0);
  expect(await storeFaults({ dataDirectory: folder })).toEqual([]);
});
