import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { eventually } from '../../eventually.ts';
import type { Browser } from '../../oauth/browser.ts';
import { OAuthServer } from '../../oauth/oauth-server.ts';

let server: OAuthServer;
let browser: Browser;
let home: string;
let commands: string;

beforeAll(async () => {
  commands = await installClients(import.meta.dirname);
  home = await mkdtemp(join(tmpdir(), 'orrery-inspector-'));
  server = await OAuthServer.open('sqlite');
  browser = await server.browserOf();
});

afterAll(() => server?.[Symbol.asyncDispose]());

/** Lists the tools from a terminal, without which it opens no browser; the command of the system that makes one differs. */
async function listTools(): Promise<string> {
  const command = `${join(commands, 'mcp-inspector')} --cli ${server.origin}/api/mcp --transport http --method tools/list`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    // The browser that it opens itself does nothing.
    env: { ...process.env, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file', BROWSER: 'true' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
    // A link of a terminal: the address, a sign that ends it, and the address again.
    const [, address] = /(http:\/\/[\w.:]+\/oauth\/authorize[\w%.~?&=+-]+)[^\w%.~?&=+-]/.exec(said) ?? [];
    if (address === undefined || browser.opened.includes(address)) return;
    const answered = browser.open(address).then((callback) => eventually(() => fetch(callback)));
    answered.catch(() => child.kill());
  });
  return text(child.stdout);
}

it.runIf(process.platform === 'linux')(
  'the command of the inspector lists the tools, and needs no browser after its start',
  async () => {
    expect(await listTools()).toContain('"runQuery"');
    expect(browser.asked).toEqual([true]);
    expect(await listTools()).toContain('"runQuery"');
    expect(browser.opened).toHaveLength(1);
  },
);
