import { renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './engine-for-test.ts';
import { fileGenerations } from './file-generation.ts';

const ext4 = 0xef53;
const tmpfs = 0x01021994;
const overlay = 0x794c7630;

it('follows a file that appears, changes, is replaced and disappears', async () => {
  const file = join(temporaryFolder(), 'shop.duckdb');
  const generation = fileGenerations(file);
  const seen = [await generation()];
  writeFileSync(file, 'first');
  seen.push(await generation(), await generation());
  writeFileSync(`${file}.wal`, 'log');
  seen.push(await generation());
  rmSync(`${file}.wal`);
  writeFileSync(`${file}.new`, 'first');
  renameSync(`${file}.new`, file);
  seen.push(await generation());
  rmSync(file);
  seen.push(await generation());
  const [absent, first, same, withLog, replaced, gone] = seen;
  expect([absent, gone]).toEqual([undefined, undefined]);
  expect(first).toEqual(expect.any(String));
  expect(same).toBe(first);
  expect(new Set([first, withLog, replaced]).size).toBe(3);
});

const { type } = statfsSync(tmpdir());

it.runIf([ext4, tmpfs, overlay].includes(type))('reads a file on a drive of the machine without a thread', async () => {
  const file = join(temporaryFolder(), 'shop.duckdb');
  writeFileSync(file, 'content');
  const generation = fileGenerations(file);
  await generation();
  const order: string[] = [];
  const turn = new Promise<void>((resolve) => setImmediate(() => resolve(void order.push('next turn'))));
  await Promise.all([turn, generation().then(() => order.push('generation'))]);
  expect(order).toEqual(['generation', 'next turn']);
});
