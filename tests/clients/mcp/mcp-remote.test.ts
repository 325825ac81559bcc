import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { eventually } from '../../eventually.ts';
import type { Browser } from '../../oauth/browser.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';
import { tokensOf } from '../../oauth/tokens-of.ts';

const hourMs = 3_600_000;

let server: OAuthServer;
let browser: Browser;
let home: string;
let commands: string;

beforeAll(async () => {
  commands = await installClients(import.meta.dirname);
  server = await OAuthServer.open('sqlite');
});

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-remote-'));
  browser = await server.browserOf();
});

afterAll(() => server?.[Symbol.asyncDispose]());

const query = {
  name: 'runQuery',
  arguments: { sql: 'SELECT city, MEASURE(count) AS n FROM sales GROUP BY 1 ORDER BY 1' },
};

/** The rows that people see. */
const oslo = [['Oslo', '84']];

type Rows = readonly (readonly string[])[] | undefined;
type Call = () => Promise<Rows>;

interface Message {
  readonly id?: number;
  readonly result?: { readonly structuredContent?: { readonly rows?: Rows } };
}

/** Starts it as an assistant does, with the address alone, and plays the browser where it asks for one. */
async function through<T>(act: (call: Call) => Promise<T>, path = '/api/mcp'): Promise<T> {
  const child = spawn(join(commands, 'mcp-remote'), [`${server.origin}${path}`], {
    // The browser that it opens itself does nothing.
    env: { ...process.env, HOME: home, MCP_REMOTE_CONFIG_DIR: home, BROWSER: 'true' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  try {
    const waiting = new Map<number, { done(message: Message): void; fail(error: Error): void }>();
    createInterface({ input: child.stderr }).on('line', (line) => {
      const address = /^(http\S+\/oauth\/authorize\S+)$/.exec(line.trim())?.[1];
      if (address === undefined) return;
      // It listens for the answer a moment after it has shown the address.
      const answered = browser.open(address).then((callback) => eventually(() => fetch(callback)));
      // Without its answer it waits, and with it the test; one that has ended needs none.
      answered.catch(() => undefined);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Message; // of the protocol
      waiting.get(message.id ?? 0)?.done(message);
    });
    child.on('exit', () => {
      for (const { fail } of waiting.values()) fail(new Error('mcp-remote has ended'));
    });
    let last = 0;
    const ask = (method: string, params: object) =>
      new Promise<Message>((done, fail) => {
        last += 1;
        waiting.set(last, { done, fail });
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
      });
    const clientInfo = { name: 'assistant', version: '1' };
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return await act(async () => (await ask('tools/call', query)).result?.structuredContent?.rows);
  } finally {
    child.kill();
  }
}

const once = (path?: string) => through((call) => call(), path);

describe('mcp-remote', () => {
  it('comes from nothing to an answer, and needs no browser after its start, that of the server, and an hour', async () => {
    expect(await once()).toEqual(oslo);
    expect(browser.asked).toEqual([true]);
    await server.restart();
    expect(await once()).toEqual(oslo);
    server.aheadMs += hourMs + 1_000;
    expect(await once()).toEqual(oslo);
    expect(browser.opened).toHaveLength(1);
  });

  it('answers after three calls at once that find their token expired, whichever of them it loses itself', async () => {
    const answers = await through(async (call) => {
      const first = await call();
      server.aheadMs += hourMs + 1_000;
      return [first, ...(await Promise.all([call(), call(), call()]))];
    });
    // Each of them signs in anew, by files of the same name where both begin in one millisecond, and by one code for all.
    for (const rows of answers) expect([oslo, undefined]).toContainEqual(rows);
    expect(answers[0]).toEqual(oslo);
    expect(await once()).toEqual(oslo);
  });

  it('asks the person again when its grant has ended', async () => {
    expect(await once()).toEqual(oslo);
    await server.endGrantsOf(browser);
    expect(await once()).toEqual(oslo);
    expect(browser.asked).toEqual([true, true]);
  });

  it('keeps the deployment of its address', async () => {
    expect(await once('/api/mcp?deploymentId=1')).toEqual(oslo);
    const resource = new URL(browser.opened[0] ?? '').searchParams.get('resource');
    expect(resource).toBe(`${server.origin}/api/mcp?deploymentId=1`);
  });

  it('asks for what its token does not reach', async () => {
    expect(await once()).toEqual(oslo);
    const kept = (name: string) => globSync(join(home, `**/*_${name}.json`))[0] ?? '';
    const client = JSON.parse(await readFile(kept('client_info'), 'utf8'));
    const tokens = await tokensOf(browser, server.origin, {
      clientId: client.client_id,
      redirectUri: client.redirect_uris[0],
      scope: 'platform:read',
      resource: `${server.origin}/api/mcp`,
    });
    await writeFile(kept('tokens'), JSON.stringify(tokens));
    browser.opened.length = 0;
    expect(await once()).toEqual(oslo);
    const scopes = browser.opened.map((address) => new URL(address).searchParams.get('scope')?.split(' '));
    expect(scopes).toEqual([expect.arrayContaining(['mcp-agent-access', 'platform:read'])]);
  });
});
