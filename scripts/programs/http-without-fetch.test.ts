import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';
import { httpWithoutFetch } from './http-without-fetch.ts';

const program = `
  import http, { createServer, globalAgent, request as send } from 'node:http';
  import { get } from 'http';
  const isSame = http.createServer === createServer && http.request === send && http.get === get && http.globalAgent === globalAgent;
  const hasFetch = process.moduleLoadList.some((name) => name.includes('undici'));
  console.log(JSON.stringify({ isSame, hasFetch, hasSocket: typeof http.WebSocket === 'function' }));`;

async function outputOf(plugins: Parameters<typeof rolldown>[0]['plugins']): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-http-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.js'), program);
  const made = await rolldown({ input: join(folder, 'program.js'), platform: 'node', plugins });
  await made.write({ file: join(folder, 'built.mjs') });
  await made.close();
  return JSON.parse(execFileSync(process.execPath, [join(folder, 'built.mjs')], { encoding: 'utf8' }));
}

it('a built program that imports node:http has the same functions, and loads no implementation of fetch for them', async () => {
  expect(await outputOf([])).toEqual({ isSame: true, hasFetch: true, hasSocket: true });
  expect(await outputOf([httpWithoutFetch()])).toEqual({ isSame: true, hasFetch: false, hasSocket: true });
});
