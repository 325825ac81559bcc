import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChatServer } from '../../chat/chat-service.ts';
import { installClients } from '../../../scripts/install-clients.ts';

const run = promisify(execFile);

const here = import.meta.dirname;
const names = ['listDeployments', 'searchModel', 'runQuery', 'loadQueryResults', 'chat'];

let server: ChatServer;
let address: string;
let commands: string;
let home: string;
/** Of a viewer who sees every row. */
let viewer: string;

beforeAll(async () => {
  commands = await installClients(here);
  home = await mkdtemp(join(tmpdir(), 'orrery-mcp-'));
  server = await ChatServer.open('sqlite');
  address = `${server.service.served.origin}/api/mcp`;
  const given = { deploymentId: 1, externalId: 'u1', securityContext: { all: true } };
  const session = await server.platform('POST', '/embed/generate-session', given);
  viewer = `Bearer ${(await server.platform('POST', '/embed/session/token', session.body, '')).body.token}`;
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

/** Public clients keep nothing in the home of whoever runs the tests. */
const environment = () => ({ ...process.env, HOME: home, MCP_REMOTE_CONFIG_DIR: home });

async function callTools(client: string, calls: readonly object[] = [], authorization = viewer) {
  const program = join(here, 'call-tools.js');
  const given = [program, client, address, authorization, JSON.stringify(calls)];
  const { stdout } = await run(process.execPath, given, { env: environment() });
  return JSON.parse(stdout);
}

const sql = 'SELECT city, MEASURE(count) AS n FROM sales GROUP BY 1 ORDER BY 1';
const calls = [
  { name: 'listDeployments', arguments: {} },
  { name: 'searchModel', arguments: { searchQuery: 'net sales' } },
  { name: 'runQuery', arguments: { sql } },
  { name: 'chat', arguments: { input: 'How many orders are there by city?' } },
];

describe('the official clients', () => {
  it.each([
    ['2026-07-28', '2026-07-28'],
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['sdk', '2025-11-25'],
  ])('by %s list and call every tool', async (client, revision) => {
    const { tools, results, thrown, ...about } = await callTools(client, calls);
    expect([thrown, about.revision]).toEqual([undefined, revision]);
    expect(tools).toEqual(names.map((name) => [name, true]));
    const [deployments, found, queried, answered] = results;
    expect(deployments.structuredContent.deployments).toMatchObject([{ deploymentId: 1 }]);
    expect(found.structuredContent.cubes).toMatchObject([{ name: 'sales' }]);
    expect(queried.structuredContent.rows).toEqual([
      ['Bern', '83'],
      ['Oslo', '84'],
      ['Rome', '83'],
    ]);
    expect(answered.structuredContent.answer).toContain('84');
    expect(answered.steps).toBeGreaterThan(0);
    const { handle } = queried.structuredContent;
    const pages = await callTools(client, [{ name: 'loadQueryResults', arguments: { handle } }]);
    expect(pages.results[0].structuredContent.rows).toEqual(queried.structuredContent.rows);
  });

  it('are told when a revision is not served, or a credential is wrong', async () => {
    expect((await callTools('2024-11-05')).thrown).toMatch(/protocol version/i);
    expect((await callTools('2026-07-28', [], 'Bearer sk-nonsense')).thrown).toMatch(/401|authoriz/i);
    expect((await callTools('sdk', [], 'Bearer sk-nonsense')).thrown).toContain('Invalid API key; send');
  });

  it.each(['2026-07-28', 'sdk'])('by %s are told of a deployment that the account excludes', async (client) => {
    await server.platform('PUT', '/account/settings', { mcp: { onlyListed: true, deploymentIds: [] } });
    const refused = [{ name: 'chat', arguments: { input: 'how many orders?', deploymentId: 1 } }];
    const { results } = await callTools(client, refused);
    expect(results[0].thrown).toContain('Deployment 1 is not available via MCP for this account');
    await server.platform('PUT', '/account/settings', { mcp: { onlyListed: false } });
  });
});

describe('the inspector', () => {
  const inspect = async (...more: readonly string[]) => {
    const given = ['--cli', address, '--transport', 'http', '--header', `Authorization: ${viewer}`, ...more];
    const { stdout } = await run(join(commands, 'mcp-inspector'), given, { env: environment() });
    return JSON.parse(stdout);
  };

  it('lists the tools, finds nothing wrong with their schemas, and calls one', async () => {
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(names);
    const called = await inspect('--method', 'tools/call', '--tool-name', 'runQuery', '--tool-arg', `sql=${sql}`);
    expect(called.structuredContent.totalRows).toBe(3);
  });
});

describe('mcp-remote', () => {
  it('passes messages on, started as the page about assistants says', async () => {
    const page = await readFile(join(here, '../../../docs/mcp.md'), 'utf8');
    const pasted = /```json\n(\{[^`]*mcp-remote[^`]*)```/.exec(page)?.[1] ?? '';
    const { args, env } = JSON.parse(pasted).mcpServers.orrery;
    const [flag, packaged, place, ...others] = args as readonly string[];
    expect([flag, packaged, place]).toEqual(['-y', 'mcp-remote@0.15.1', 'https://orrery.example.com/api/mcp']);
    expect(env).toEqual({ ORRERY_AUTHORIZATION: 'Bearer YOUR_KEY' });
    const child = spawn(join(commands, 'mcp-remote'), [address, ...others], {
      env: { ...environment(), ORRERY_AUTHORIZATION: viewer },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    try {
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
      const begun = await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      expect(begun.result.serverInfo.name).toBe('orrery');
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
      const { result } = await ask(2, 'tools/call', { name: 'runQuery', arguments: { sql } });
      expect(result.structuredContent.totalRows).toBe(3);
    } finally {
      child.kill();
    }
  });
});
