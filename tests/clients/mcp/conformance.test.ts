import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { allow } from '../../oauth/allow.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/**
 * Scenarios of what the server offers: no resources, prompts, sampling, elicitation, completions, nor levels of logs; the
 * others of tools need tools of the suite. That of DNS rebinding is for servers that need no credential.
 */
const scenarios = ['server-initialize', 'ping', 'tools-list'];

let server: OAuthServer;
let proxy: Server;

beforeAll(async () => {
  await installClients(import.meta.dirname);
  server = await OAuthServer.open('sqlite');
  const { metadata } = server;
  const { username } = await server.browserOf();
  const { id } = await metadata.users.find(metadata.accountId, username);
  const { accessToken } = await allow(metadata, id);
  proxy = await withToken(server.origin, accessToken);
});

afterAll(async () => {
  proxy?.close();
  await server?.[Symbol.asyncDispose]();
});

it.each(scenarios)('the official suite of conformance finds no fault: %s', async (scenario) => {
  const { port } = proxy.address() as AddressInfo; // it listens on a port
  const given = [program, 'server', '--url', `http://127.0.0.1:${port}/api/mcp`, '--scenario', scenario];
  const { stdout, code } = await run(process.execPath, given).then(
    ({ stdout: said }) => ({ stdout: said, code: 0 }),
    (error) => error,
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Passed: [1-9]\d*\/\d+, 0 failed/)]);
});

/** The suite signs in nowhere: adds a token to its requests, and keeps the rest of them. */
function withToken(origin: string, token: string): Promise<Server> {
  const { hostname, port } = new URL(origin);
  const made = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const headers = { ...asked.headers, host: `${hostname}:${port}`, authorization: `Bearer ${token}` };
    const passed = request({ hostname, port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  return new Promise((resolve) => made.listen(0, '127.0.0.1', () => resolve(made)));
}
