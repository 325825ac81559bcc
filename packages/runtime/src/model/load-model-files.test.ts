import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadModelFiles } from './load-model-files.ts';

let around: string;
let directory: string;

beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'orrery-files-'));
  directory = join(around, 'model');
  mkdirSync(directory);
});

afterEach(() => rmSync(around, { recursive: true }));

function save(path: string, text: string): string {
  const file = join(around, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const cube = 'cubes: [{name: orders, sql_table: orders}]';

it('refuses a link out of the folder, and reveals nothing of its target', () => {
  symlinkSync(save('secret.yml', 'password: hunter2'), join(directory, 'secret.yml'));
  symlinkSync(save('..model/near.yml', 'password: hunter2'), join(directory, 'near.yml'));
  symlinkSync(save('macros.jinja', 'password: hunter2'), join(directory, 'macros.jinja'));
  save('model/orders.yml', cube);
  const { build } = compileModel(loadModelFiles(directory));
  expect(build.pieces.map(({ name }) => name)).toEqual(['orders']);
  expect(build.problems.map(({ code, message }) => [code, message])).toEqual([
    ['model.file-outside', "'macros.jinja' is a link that leads out of the model folder, and is not read"],
    ['model.file-outside', "'near.yml' is a link that leads out of the model folder, and is not read"],
    ['model.file-outside', "'secret.yml' is a link that leads out of the model folder, and is not read"],
  ]);
});

it('reads links inside the folder, also when the folder is a link, and ignores broken links', () => {
  save('model/parts/orders.yml.part', cube);
  symlinkSync(join(directory, 'parts/orders.yml.part'), join(directory, 'orders.yml'));
  symlinkSync(join(directory, 'gone.yml'), join(directory, 'nowhere.yml'));
  symlinkSync(directory, join(around, 'linked'));
  expect(loadModelFiles(join(around, 'linked'))).toEqual([{ path: 'orders.yml', text: cube }]);
});

it('reads each file of a mounted folder once, although hidden folders hold versions of it', () => {
  save('model/..2026_01_01/orders.yml', cube);
  symlinkSync('..2026_01_01', join(directory, '..data'));
  symlinkSync('..data/orders.yml', join(directory, 'orders.yml'));
  save('model/.git/copy.yml', cube);
  expect(loadModelFiles(directory)).toEqual([{ path: 'orders.yml', text: cube }]);
});
