import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Lets some megabytes outlive each collection, a little at a time, and prints the size the space has reached. */
const churn = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setTimeout as pause } from 'node:timers/promises';
  const { boundNewSpace } = await import(process.argv[1]);
  if (process.argv[2] === 'bounded') boundNewSpace();
  let kept = [];
  for (let round = 0; round < 120; round += 1) {
    for (let count = 0; count < 20_000; count += 1) kept.push({ count, list: [count] });
    if (kept.length > 400_000) kept = [];
    await pause(20);
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20);`;

function megabytesOfNewSpace(how: 'bounded' | 'free'): number {
  const file = new URL('./bound-new-space.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', churn, file, how];
  return Number(execFileSync(process.execPath, args, { env: { PATH: process.env['PATH'] }, encoding: 'utf8' }));
}

it('a limit keeps the space of young objects from growing', () => {
  const free = megabytesOfNewSpace('free');
  expect(megabytesOfNewSpace('bounded')).toBeLessThan(free);
});
