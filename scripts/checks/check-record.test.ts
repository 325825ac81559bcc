import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CheckRecord, checkedState, lastCheck, recordsFolder, writeRecord } from './check-record.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-checked-'));
  folder = join(root, '..', `${root}-records`);
  git('init', '--quiet', '--initial-branch', 'main');
  commit('first', '1');
});

afterEach(() => {
  rmSync(root, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
});

function git(...args: readonly string[]): void {
  const named = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...named, ...args], { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

function commit(name: string, text: string): void {
  writeFileSync(join(root, name), text);
  git('add', '.');
  git('commit', '--quiet', '-m', name);
}

function write(given: Partial<CheckRecord> = {}): void {
  const state = checkedState(root);
  if (!state) throw new Error('no commit');
  const endedAt = '2026-01-02T03:04:05.000Z';
  writeRecord(
    { ...state, isWhole: true, passed: 7, failed: 0, seconds: { lint: 2, tests: 3 }, endedAt, ...given },
    folder,
  );
}

it('a whole run of a clean tree counts for every commit with that tree', () => {
  write();
  commit('second', '2');
  git('revert', '--no-edit', 'HEAD');
  expect(lastCheck(root, folder)).toEqual({
    text: 'all of this tree passed at 2026-01-02T03:04:05.000Z: 7 in 5 s',
    hasPassed: true,
  });
});

it('runs of changed trees and of a part of the tests are kept, and count for nothing', () => {
  writeFileSync(join(root, 'unknown'), '');
  write();
  rmSync(join(root, 'unknown'));
  write({ isWhole: false, endedAt: '2026-01-02T03:04:06.000Z' });
  expect(readdirSync(folder)).toHaveLength(2);
  expect(lastCheck(root, folder)).toEqual({
    text: 'no whole run of this commit or of one before it is on record: npm test',
    hasPassed: false,
  });
});

it('a run that failed is told as such', () => {
  write({ failed: 2 });
  expect(lastCheck(root, folder)).toEqual({
    text: '2 failed of this tree at 2026-01-02T03:04:05.000Z, 7 passed',
    hasPassed: false,
  });
});

it('else the newest run of an ancestor is named, with the files that differ since', () => {
  write();
  commit('second', '2');
  write({ endedAt: '2026-01-03T00:00:00.000Z', passed: 8 });
  commit('third', '3');
  commit('fourth', '4');
  const { text, hasPassed } = lastCheck(root, folder);
  expect(hasPassed).toBe(false);
  expect(text).toMatch(
    /^this tree is not checked\. .* at 2026-01-03T00:00:00\.000Z: all 8 passed; 2 files differ since$/,
  );
});

it('changes in the working tree are no part of what passed', () => {
  write();
  writeFileSync(join(root, 'first'), 'changed');
  expect(lastCheck(root, folder)).toEqual({
    text: 'all of this tree passed at 2026-01-02T03:04:05.000Z: 7 in 5 s; the working tree has changes that it did not see',
    hasPassed: false,
  });
});

it('records stand in the cache folder of the user', () => {
  expect(recordsFolder({ XDG_CACHE_HOME: '/caches' })).toBe(join('/caches', 'orrery', 'checks'));
  expect(recordsFolder({})).toMatch(/\.cache.orrery.checks$/);
});
