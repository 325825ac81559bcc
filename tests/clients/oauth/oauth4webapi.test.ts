import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import type { Browser } from '../../oauth/browser.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';

const run = promisify(execFile);
let server: OAuthServer;
let browser: Browser;
let opener: Server;

beforeAll(async () => {
  await installClients(import.meta.dirname);
  server = await OAuthServer.open('sqlite');
  browser = await server.browserOf();
  opener = createServer(async (request, response) => response.end(await browser.open(await text(request))));
  await new Promise((resolve) => opener.listen(0, '127.0.0.1', () => resolve(undefined)));
});

afterAll(async () => {
  opener?.close();
  await server?.[Symbol.asyncDispose]();
});

it.each(['none', 'client_secret_basic', 'client_secret_post'])(
  'a program on oauth4webapi registers, gets tokens, refreshes and revokes them: %s',
  async (method) => {
    const { port } = opener.address() as AddressInfo; // it listens on a port
    const given = [join(import.meta.dirname, 'sign-in.js'), server.origin, `http://127.0.0.1:${port}`, method];
    const { first, next, refusal } = JSON.parse((await run(process.execPath, given)).stdout);
    expect([first.token_type, first.scope, next.scope]).toEqual([
      'bearer',
      'platform:read offline_access',
      'platform:read offline_access',
    ]);
    expect(next.refresh_token).not.toBe(first.refresh_token);
    expect(refusal).toBe('invalid_grant');
  },
);
