import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FolderWatch, watchFolder } from './watch-folder.ts';
import { eventually } from '../../../../tests/eventually.ts';

let directory: string;
let watch: FolderWatch;
const onChange = vi.fn<() => void>();

beforeEach(async () => {
  onChange.mockReset();
  directory = mkdtempSync(join(tmpdir(), 'orrery-watch-'));
  mkdirSync(join(directory, 'cubes'));
  writeFileSync(join(directory, 'cubes', 'orders.yml'), 'a');
  watch = await watchFolder(directory, onChange, (error) => {
    throw error;
  });
});

afterEach(() => {
  watch.close();
  rmSync(directory, { recursive: true });
});

const called = () => eventually(() => expect(onChange).toHaveBeenCalled());

it.each([
  ['written', () => writeFileSync(join(directory, 'cubes', 'orders.yml'), 'b')],
  ['added', () => writeFileSync(join(directory, 'cubes', 'users.yml'), 'b')],
  ['removed', () => rmSync(join(directory, 'cubes', 'orders.yml'))],
  [
    'replaced by another one, as editors do',
    () => {
      writeFileSync(join(directory, 'cubes', '.orders.swp'), 'b');
      renameSync(join(directory, 'cubes', '.orders.swp'), join(directory, 'cubes', 'orders.yml'));
    },
  ],
  [
    'saved into a new folder',
    () => {
      mkdirSync(join(directory, 'views', 'deep'), { recursive: true });
      writeFileSync(join(directory, 'views', 'deep', 'all.yml'), 'b');
    },
  ],
])('reports a file that is %s', async (_, change) => {
  change();
  await called();
});

const rest = () => new Promise((done) => setTimeout(done, 700)); // longer than the second look after a change

it.each([
  [
    'written in place after it was replaced by renaming',
    () => {
      writeFileSync(join(directory, 'cubes', 'draft'), 'b');
      renameSync(join(directory, 'cubes', 'draft'), join(directory, 'cubes', 'orders.yml'));
    },
  ],
  [
    'written in a folder that was removed and made again',
    () => {
      rmSync(join(directory, 'cubes'), { recursive: true });
      mkdirSync(join(directory, 'cubes'));
    },
  ],
])('still reports a file that is %s', async (_, before) => {
  before();
  await called();
  await rest();
  onChange.mockReset();
  writeFileSync(join(directory, 'cubes', 'orders.yml'), 'c');
  await called();
});
