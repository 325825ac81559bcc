import { execFile, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { eventually } from '../../eventually.ts';
import type { Browser } from '../../oauth/browser.ts';
import { BrowserOpener } from '../../oauth/browser-opener.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';
import { DocumentServer } from '../../servers/document-server.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const hourMs = 3_600_000;

let server: OAuthServer;
let documents: DocumentServer;
let browser: Browser;
let opener: BrowserOpener;
let home: string;
let commands: string;

beforeAll(async () => {
  commands = await installClients(here);
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
});

describe('mcp-remote', () => {
  /** Starts it as an assistant does, with the address alone, and plays the browser where it asks for one. */
  async function callThrough(): Promise<Called> {
    const child = spawn(join(commands, 'mcp-remote'), [`${server.origin}/api/mcp`], {
      // The browser that it opens itself does nothing.
      env: { ...process.env, HOME: home, MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    try {
      const said = createInterface({ input: child.stderr });
      said.on('line', (line) => {
        const address = /^(http\S+\/oauth\/authorize\S+)$/.exec(line.trim())?.[1];
        if (address === undefined) return;
        // It listens for the answer a moment after it has shown the address.
        void browser.open(address).then((callback) => eventually(() => fetch(callback)));
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const ask = async (id: number, method: string, params: object) => {
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
        for (;;) {
          const { value, done } = await lines.next();
          if (done) throw new Error('mcp-remote has ended');
          const message = JSON.parse(value);
          if (message.id === id) return message;
        }
      };
      const clientInfo = { name: 'assistant', version: '1' };
      await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
      return (await ask(2, 'tools/call', query)).result;
    } finally {
      child.kill();
    }
  }

  it('comes from nothing to an answer, and needs no browser after its start, that of the server, and an hour', async () => {
    expect((await callThrough()).structuredContent?.rows).toEqual(oslo);
    expect(browser.asked).toEqual([true]);
    await server.restart();
    expect((await callThrough()).structuredContent?.rows).toEqual(oslo);
    server.aheadMs += hourMs + 1_000;
    expect((await callThrough()).structuredContent?.rows).toEqual(oslo);
    expect(browser.opened).toHaveLength(1);
  });
});
