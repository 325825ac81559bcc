import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import type { Browser } from '../../oauth/browser.ts';
import { BrowserOpener } from '../../oauth/browser-opener.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';
import { tokensOf } from '../../oauth/tokens-of.ts';
import { DocumentServer } from '../../servers/document-server.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const hourMs = 3_600_000;
const redirectUri = 'http://localhost:8123/callback';

let server: OAuthServer;
let documents: DocumentServer;
let browser: Browser;
let opener: BrowserOpener;
let home: string;

beforeAll(async () => {
  await installClients(here);
  documents = await DocumentServer.open();
  server = await OAuthServer.open('sqlite', { documentNetworks: ['127.0.0.1', '::1'] });
  const expire = () => void (server.aheadMs += hourMs + 1_000);
  opener = await BrowserOpener.open(() => browser, { expire });
});

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-oauth-'));
  browser = await server.browserOf();
});

afterAll(async () => {
  opener?.close();
  await server?.[Symbol.asyncDispose]();
  await documents?.[Symbol.asyncDispose]();
});

const query = {
  name: 'runQuery',
  arguments: { sql: 'SELECT city, MEASURE(count) AS n FROM sales GROUP BY 1 ORDER BY 1' },
};

/** The rows that people see. */
const oslo = [['Oslo', '84']];

interface Called {
  readonly structuredContent?: { readonly rows?: unknown };
  readonly thrown?: string;
}

interface Outcome {
  readonly thrown?: string;
  readonly results: readonly (readonly Called[])[];
  readonly tokens?: { readonly refresh_token?: string; readonly access_token?: string; readonly scope?: string };
  readonly client?: { readonly client_id?: string };
}

/** Runs a program that is built on one of the clients. What it remembers is in `home`. */
async function start(
  client: string,
  calls: readonly (string | readonly object[])[],
  path = '/api/mcp',
  document = '',
): Promise<Outcome> {
  const given = [
    client,
    `${server.origin}${path}`,
    opener.address,
    join(home, 'kept.json'),
    JSON.stringify(calls),
    '',
    document,
  ];
  const { stdout } = await run(process.execPath, [join(here, 'sign-in.js'), ...given]);
  return JSON.parse(stdout);
}

const rowsOf = ({ thrown, results }: Outcome) => [
  thrown,
  ...results.flat().map((each) => each.thrown ?? each.structuredContent?.rows),
];

describe.each(['sdk', '2025-11-25', '2026-07-28'])('a program on the official client, %s', (client) => {
  it('comes from nothing to an answer, and needs no browser after that', async () => {
    const first = await start(client, [[query]]);
    expect(rowsOf(first)).toEqual([undefined, oslo]);
    expect(browser.asked).toEqual([true]);
    expect(first.tokens?.refresh_token).toMatch(/./);
    expect(first.tokens?.scope).toContain('mcp-agent-access');
    // Its own restart, that of the server, and an hour after which the access token has expired.
    expect(rowsOf(await start(client, [[query]]))).toEqual([undefined, oslo]);
    await server.restart();
    expect(rowsOf(await start(client, [[query]]))).toEqual([undefined, oslo]);
    server.aheadMs += hourMs + 1_000;
    const later = await start(client, [[query]]);
    expect(rowsOf(later)).toEqual([undefined, oslo]);
    expect(later.tokens?.access_token).not.toBe(first.tokens?.access_token);
    expect(browser.opened).toHaveLength(1);
  });

  it('makes three calls at once after its token has expired', async () => {
    const outcome = await start(client, [[query], 'expire', [query, query, query]]);
    expect(rowsOf(outcome)).toEqual([undefined, oslo, oslo, oslo, oslo]);
    expect(rowsOf(await start(client, [[query]]))).toEqual([undefined, oslo]);
    expect(browser.opened).toHaveLength(1);
  });

  it('asks the person again when its grant has ended', async () => {
    expect(rowsOf(await start(client, [[query]]))).toEqual([undefined, oslo]);
    await server.endGrantsOf(browser);
    expect(rowsOf(await start(client, [[query]]))).toEqual([undefined, oslo]);
    expect(browser.asked).toEqual([true, true]);
  });

  it('is known by its document in place of a registration', async () => {
    const redirects = { redirect_uris: ['http://localhost/callback'] };
    const document = documents.describe(`/${client}.json`, redirects);
    const first = await start(client, [[query]], undefined, document);
    expect(rowsOf(first)).toEqual([undefined, oslo]);
    expect(new URL(browser.opened[0] ?? '').searchParams.get('client_id')).toBe(document);
    expect(rowsOf(await start(client, [[query]], undefined, document))).toEqual([undefined, oslo]);
    expect(browser.opened).toHaveLength(1);
  });

  it('keeps the deployment of its address', async () => {
    expect(rowsOf(await start(client, [[query]], '/api/mcp?deploymentId=1'))).toEqual([undefined, oslo]);
    expect(new URL(browser.opened[0] ?? '').searchParams.get('resource')).toBe(
      `${server.origin}/api/mcp?deploymentId=1`,
    );
  });

  it('asks for what its token does not reach', async () => {
    const before = await start(client, [[query]]);
    const clientId = before.client?.client_id ?? '';
    const resource = `${server.origin}/api/mcp`;
    const tokens = await tokensOf(browser, server.origin, { clientId, redirectUri, scope: 'platform:read', resource });
    const file = join(home, 'kept.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), tokens }));
    browser.opened.length = 0;
    const after = await start(client, [[query]]);
    if (client === 'sdk') {
      // The first generation asks the refresh token for more, in vain, and ends.
      expect(after.thrown).toContain('403');
      return;
    }
    expect(rowsOf(after)).toEqual([undefined, oslo]);
    const scopes = browser.opened.map((address) => new URL(address).searchParams.get('scope')?.split(' ').sort());
    expect(scopes).toEqual([expect.arrayContaining(['mcp-agent-access', 'platform:read'])]);
  });
});
