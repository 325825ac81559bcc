import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makingFolder } from './making-folder.ts';

it('a folder of a build has the rights of every other new folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-making-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'other'));
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(makingFolder(join(folder, 'making-')))).toBe(modeOf(join(folder, 'other')));
});
