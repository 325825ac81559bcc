import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runOrrery } from '../../../cli/src/command/run-orrery.ts';
import { StoreUnavailable, asOperatorError } from '../../../store/src/database/store-unavailable.ts';
import { requireHiddenData } from './require-hidden-data.ts';
import { requireRoom } from './data-directory.ts';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-room-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

const full = (directory: string) =>
  `The disk of the data folder '${directory}' is full: make room on it, a start takes 4 MB, or choose another folder with --data.`;

it('a data folder with enough space is left unchanged', () => {
  const directory = newDirectory();
  requireRoom(directory);
  expect(readdirSync(directory)).toEqual([]);
});

it('a new data folder is left out of Git', () => {
  const directory = join(newDirectory(), 'data');
  requireRoom(directory);
  expect(readFileSync(join(directory, '.gitignore'), 'utf8')).toBe('*\n');
});

it('a folder that statements may read does not contain the data folder', () => {
  const projectDirectory = newDirectory();
  const dataDirectory = join(projectDirectory, '.orrery');
  mkdirSync(join(projectDirectory, 'data'));
  symlinkSync('.', join(projectDirectory, 'all'));
  requireRoom(dataDirectory);
  const allowing = (...allow: readonly string[]) =>
    requireHiddenData('default', allow, { projectDirectory, dataDirectory });
  allowing('data', 'missing');
  for (const folder of ['.', '..', '.orrery', 'all', 'data/..', projectDirectory]) {
    expect(() => allowing('data', folder), folder).toThrow(`names '${folder}', which contains the data folder`);
  }
});

// A device without any free space.
it.skipIf(!existsSync('/dev/full'))('a start on a full disk reports that before anything else, and ends', async () => {
  const directory = newDirectory();
  symlinkSync('/dev/full', join(directory, '.room'));
  const { code, output, errors } = await runOrrery(['start', '--dev', '--data', directory], { directory });
  expect([code, output, errors]).toEqual([1, '', `${full(directory)}\n`]);
  expect(readdirSync(directory)).toEqual([]);
});

it('a store that runs out of space later reports the same', () => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const reported = asOperatorError(new StoreUnavailable(cause), { dataDirectory: '/data' });
  expect(reported).toMatchObject({ name: 'DiskFull', message: full('/data') });
});
