import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OperatorError } from '../../../../kernel/src/failure/operator-error.ts';
import { publishFiles } from './publish-files.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-publish-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const all = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const step = (path: string, text: string, isReplacement = false) => ({ path, text, isReplacement });

it('puts every file at its path, and overwrites files that it wrote before', () => {
  publishFiles(folder, [step('cubes/a.yml', '1'), step('cubes/b.yml', '2'), step('cubes/a.yml', '3', true)]);
  expect(readFileSync(join(folder, 'cubes', 'a.yml'), 'utf8')).toBe('3');
  expect(all().map(({ name }) => name)).toEqual(['a.yml', 'b.yml']);
});

it('writes nothing at all when one path exists already', () => {
  mkdirSync(join(folder, 'cubes'));
  writeFileSync(join(folder, 'cubes', 'b.yml'), 'mine');
  expect(() => publishFiles(folder, [step('cubes/a.yml', '1'), step('cubes/b.yml', '2')])).toThrow(OperatorError);
  expect(readFileSync(join(folder, 'cubes', 'b.yml'), 'utf8')).toBe('mine');
  expect(all().map(({ name }) => name)).toEqual(['b.yml']);
});

it('writes nothing at all when a folder cannot be made', () => {
  writeFileSync(join(folder, 'views'), 'a file');
  expect(() => publishFiles(folder, [step('cubes/a.yml', '1'), step('views/v.yml', '2')])).toThrow(
    /^Nothing was written: views\/v\.yml .* \(\w+\)\.$/,
  );
  expect(existsSync(join(folder, 'cubes', 'a.yml'))).toBe(false);
});

it('overwrites hidden files that a killed run left', () => {
  mkdirSync(join(folder, 'cubes'));
  writeFileSync(join(folder, 'cubes', '.a.yml.0.generated'), 'half');
  publishFiles(folder, [step('cubes/a.yml', '1')]);
  expect(all().map(({ name }) => name)).toEqual(['a.yml']);
});
