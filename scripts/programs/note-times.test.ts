import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noteTimes } from './build-programs.ts';

function copiedBuild(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-times-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'built'));
  writeFileSync(join(folder, 'a.ts'), text);
  const hash = createHash('sha256').update('same').digest('base64url');
  const sources = [{ path: 'a.ts', sizeBytes: 4, changedMs: 1, hash }];
  return { folder, built: { folder: '0123456789abcdef', files: {}, sources } };
}

it('a build that was copied with its sources gets their times', () => {
  const { folder, built } = copiedBuild('same');
  const noted = noteTimes(built, folder);
  expect(noted.sources).toEqual([{ ...built.sources[0], changedMs: statSync(join(folder, 'a.ts')).ctimeMs }]);
  expect(JSON.parse(readFileSync(join(folder, 'built/programs.json'), 'utf8'))).toEqual(noted);
  expect(noteTimes(noted, folder)).toBe(noted);
});

it('a build of other sources keeps their times', () => {
  const { folder, built } = copiedBuild('else');
  expect(noteTimes(built, folder)).toBe(built);
});
