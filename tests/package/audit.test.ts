import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { auditOf } from '../../scripts/package/audit.ts';

const shipped = [
  { name: 'pino', version: '10.4.0', integrity: 'sha512-a' },
  { name: 'yaml', version: '2.9.1', integrity: 'sha512-b' },
  { name: 'yaml', version: '1.0.0', integrity: 'sha512-c' },
];

beforeEach(() => void vi.stubEnv('npm_config_noproxy', '127.0.0.1'));
afterEach(() => void vi.unstubAllEnvs());

/** A registry that knows of one vulnerability, or answers no questions about them. @returns its address and what it was asked */
async function registry(answers: boolean) {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (!answers || !request.url?.endsWith('/advisories/bulk')) return void response.writeHead(405).end('{}');
    asked.push(JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()));
    const advisory = { id: 1, url: 'https://example.com/1', title: 'reads too much', severity: 'high' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ yaml: [{ ...advisory, vulnerable_versions: '<2.0.0', cwe: [], cvss: {} }] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }; // it listens on TCP
}

it('asks for every version that ships, and names what is vulnerable', async () => {
  const { url, asked } = await registry(true);
  expect(await auditOf(shipped, url)).toEqual(['yaml: reads too much (high)']);
  expect(asked).toEqual([{ pino: ['10.4.0'], yaml: expect.arrayContaining(['2.9.1', '1.0.0']) }]);
});

it('does not say that all is well where the registry does not answer', async () => {
  expect(await auditOf(shipped, (await registry(false)).url)).toBeUndefined();
});

it.each(['<html>no registry</html>', 'null', ''])('does not say so where npm prints %j', async (printed) => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nprintf %s '${printed}'\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  expect(await auditOf(shipped)).toBeUndefined();
});
