import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftovers, removeTemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';

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
  const inUse = [...used, `${process.pid}-${now}`];
  expect(readdirSync(join(data, 'temporary')).toSorted()).toEqual(inUse.toSorted());
  await removeTemporaryDirectory(data);
  expect(readdirSync(join(data, 'temporary')).toSorted()).toEqual(used.toSorted());
});
