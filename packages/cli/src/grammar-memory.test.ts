import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Parses statements by PostgreSQL's grammar and prints the largest memory of the process in MB. */
const parse = `
  import { setTimeout as pause } from 'node:timers/promises';
  await import(process.argv[1]);
  const { loadParse } = await import(process.argv[2]);
  const parse = await loadParse();
  for (let count = 0; count < 3_000; count += 1)
    parse('SELECT status, count(*) FROM orders WHERE id > ' + count + ' GROUP BY 1 ORDER BY 2 DESC LIMIT 10');
  // The compiler works in threads, for a second or so. The largest memory that the system tells begins with that of the parent.
  let most = 0;
  for (let look = 0; look < 150; look += 1, await pause(20)) most = Math.max(most, process.memoryUsage.rss());
  console.log(most / 2 ** 20);`;

it('compiles the grammar of statements once, without the memory of the optimizing compiler', () => {
  const file = new URL('../bin/launch.js', import.meta.url).href;
  const grammar = new URL('../../sql/src/parse/parse-statements.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', parse, file, grammar];
  const most = execFileSync(process.execPath, args, { env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
  expect(Number(most)).toBeLessThan(250); // 65 as launched, and 620 without its options
});
