import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser } from '../../oauth/browser.ts';
import { BrowserOpener } from '../../oauth/browser-opener.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';

const here = import.meta.dirname;
const run = promisify(execFile);
const hour = 3_601;
const query = {
  name: 'runQuery',
  arguments: { sql: 'SELECT city, MEASURE(count) AS n FROM sales GROUP BY 1 ORDER BY 1' },
};
/** The rows that people see. */
const oslo = [['Oslo', '84']];

let folder: string;
let server: OAuthServer;
let opener: BrowserOpener;
let browser: Browser;
const passHour = () => void (server.aheadMs += hour * 1_000);
const python = () => join(folder, 'venv/bin/python');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-python-'));
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await run(join(folder, 'venv/bin/pip'), [
    'install',
    '--quiet',
    '--no-deps',
    '-r',
    join(here, 'oauth-requirements.txt'),
  ]);
  server = await OAuthServer.open('sqlite');
  opener = await BrowserOpener.open(() => browser, { [hour]: passHour });
}, 600_000);

beforeEach(async () => {
  browser = await server.browserOf();
});

afterAll(async () => {
  opener?.close();
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/* `npm run prove -- --only python` runs this: it installs the packages of `oauth-requirements.txt` in a folder of its own. */
describe.each(['mcp', 'fastmcp'])('an assistant on %s', { timeout: 120_000 }, (client) => {
  let kept: string;
  beforeEach(async () => {
    kept = await mkdtemp(join(folder, 'kept-'));
  });

  async function call(calls: readonly (number | readonly object[])[], path = '/api/mcp'): Promise<unknown> {
    const ahead = server.aheadMs / 1_000;
    const given = [client, `${server.origin}${path}`, opener.address, kept, JSON.stringify(calls), String(ahead)];
    const { stdout } = await run(python(), [join(here, 'sign_in.py'), ...given], { timeout: 60_000 });
    return JSON.parse(stdout);
  }

  it('comes from nothing to an answer, and again after its start, that of the server, and an hour', async () => {
    expect(await call([[query]])).toEqual([oslo]);
    expect(await call([[query]])).toEqual([oslo]);
    await server.restart();
    expect(await call([[query]])).toEqual([oslo]);
    expect(browser.asked).toEqual([true]);
    passHour();
    expect(await call([[query]])).toEqual([oslo]);
    // The official client keeps no time of expiry over its start: it begins again, and asks for a question with it.
    expect(browser.asked).toEqual(client === 'mcp' ? [true, true] : [true]);
  });

  it('makes three calls at once after its token has expired', async () => {
    expect(await call([[query], hour, [query, query, query]])).toEqual([oslo, oslo, oslo, oslo]);
    expect(await call([[query]])).toEqual([oslo]);
    expect(browser.asked).toEqual([true]);
  });

  it('asks the person again when its grant has ended', async () => {
    expect(await call([[query]])).toEqual([oslo]);
    await server.endGrantsOf(browser);
    expect(await call([[query]])).toEqual([oslo]);
    expect(browser.asked).toEqual([true, true]);
  });

  it('keeps the deployment of its address', async () => {
    expect(await call([[query]], '/api/mcp?deploymentId=1')).toEqual([oslo]);
    expect(new URL(browser.opened[0] ?? '').searchParams.get('resource')).toBe(
      `${server.origin}/api/mcp?deploymentId=1`,
    );
  });
});

describe.each(['authlib', 'requests_oauthlib'])('a program on %s', (library) => {
  it.each(['none', 'client_secret_basic', 'client_secret_post'])(
    'gets tokens, refreshes and revokes them: %s',
    async (method) => {
      const given = [join(here, 'oauth_program.py'), library, server.origin, opener.address, method];
      const { stdout } = await run(python(), given, { timeout: 60_000 });
      expect(JSON.parse(stdout)).toEqual([[200, 200, 401], 'platform:read offline_access', true, 'invalid_grant']);
    },
    120_000,
  );
});
