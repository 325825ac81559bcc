import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import type { Browser } from '../../oauth/browser.ts';
import { BrowserOpener } from '../../oauth/browser-opener.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';

const run = promisify(execFile);
let server: OAuthServer;
let browser: Browser;
let opener: BrowserOpener;

beforeAll(async () => {
  await installClients(import.meta.dirname);
  server = await OAuthServer.open('sqlite');
  browser = await server.browserOf();
  opener = await BrowserOpener.open(() => browser);
});

afterAll(async () => {
  opener?.close();
  await server?.[Symbol.asyncDispose]();
});

it.each(['none', 'client_secret_basic', 'client_secret_post'])(
  'a program on oauth4webapi registers, gets tokens, refreshes and revokes them: %s',
  async (method) => {
    const given = [join(import.meta.dirname, 'sign-in.js'), server.origin, opener.address, method];
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
