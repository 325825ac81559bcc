import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { freePort } from '../../../../tests/servers/free-port.ts';
import { orreryProcess, runOrrery, withoutSettings } from './run-orrery.ts';

let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-pipes-'));
  await runOrrery(['init', 'shop'], { directory });
});

afterAll(() => rmSync(directory, { recursive: true }));

const query = '{"measures":["orders.count"]}';

it.each([
  [['--help']],
  [['check', '--project', 'shop']],
  [['query', '--project', 'shop', query]],
  [['sql', '--project', 'shop', query]],
  [['strat']],
])('orrery %j ends silently when its output is closed', async (args) => {
  const child = orreryProcess(args, { directory });
  let errors = '';
  if (args[0] === 'strat') child.stderr.destroy();
  else child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  child.stdout.destroy();
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, errors]).toEqual([141, '']);
});

it('a service keeps running when nobody reads its banner', async () => {
  const port = await freePort();
  const child = orreryProcess(['start', '--project', 'shop', '--dev', '--port', String(port)], { directory });
  child.stdout.destroy();
  const isLive = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(async () => expect(await isLive()).toBe(true));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it.runIf(existsSync('/dev/full'))('reports why output cannot be written', async () => {
  const full = openSync('/dev/full', 'w');
  const bin = new URL('../../bin/orrery.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [bin, '--help'], {
    stdio: ['ignore', full, 'pipe'],
    env: withoutSettings(process.env),
  });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, errors]).toEqual([1, expect.stringMatching(/^The output cannot be written: ENOSPC[^\n]*\n$/)]);
});
