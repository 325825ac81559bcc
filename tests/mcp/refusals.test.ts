import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChatServer } from '../chat/chat-service.ts';
import { McpClient } from './mcp-client.ts';

let server: ChatServer;
let origin: string;
let admin: McpClient;

beforeAll(async () => {
  server = await ChatServer.open('sqlite');
  ({ origin } = server.service.served);
  admin = new McpClient(origin, `Bearer ${server.service.key}`);
});

afterAll(() => server?.[Symbol.asyncDispose]());

async function tokenOf(deploymentId: number, scope?: string): Promise<string> {
  if (scope === 'meta') {
    const path = `/deployments/${deploymentId}/environments/1/tokens-for-meta-sync`;
    return (await server.platform('POST', path, { security_context: {} })).body.data.token;
  }
  return (await server.platform('POST', `/deployments/${deploymentId}/token`)).body.cubeApiToken;
}

const settings = (mcp: object) => server.platform('PUT', '/account/settings', { mcp });

describe('credentials of the MCP server', () => {
  it.each([
    ['none', undefined, ''],
    ['an unknown key', 'Bearer sk-nonsense', ', error="invalid_token"'],
    ['a token that nobody signed', 'Bearer a.b.c', ', error="invalid_token"'],
    ['a basic one', 'Basic YTpi', ', error="invalid_token"'],
  ])('refuses %s with 401, and says how to ask', async (_, authorization, reason) => {
    const { status, headers, message } = await new McpClient(origin, authorization).request('tools/list');
    const metadata = `${origin}/.well-known/oauth-protected-resource/api/mcp`;
    const challenge = `Bearer realm="orrery"${reason}, resource_metadata="${metadata}", scope="mcp-agent-access"`;
    expect([status, headers.get('www-authenticate')]).toEqual([401, challenge]);
    expect(message).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: expect.any(String) } });
    expect(message.error.message).toContain('Authorization: Bearer <token>');
  });

  it('takes a Data API token for its own deployment alone', async () => {
    const { body: second } = await server.platform('POST', '/deployments', { name: 'second' });
    const token = `Bearer ${await tokenOf(second.id)}`;
    expect((await new McpClient(origin, token).request('tools/list')).status).toBe(401);
    const there = new McpClient(origin, token, `?deploymentId=${second.id}`);
    expect((await there.result('listDeployments')).deployments).toMatchObject([{ deploymentId: second.id }]);
    expect(await there.failure('searchModel', { searchQuery: '', deploymentId: 1 })).toContain('listDeployments');
    expect(await there.failure('runQuery', { sql: 'SELECT 1' })).toContain('has no model yet');
  });

  it('keeps to the scopes of a token', async () => {
    const reader = new McpClient(origin, `Bearer ${await tokenOf(1, 'meta')}`);
    expect((await reader.result('searchModel', { searchQuery: '' })).cubes).toEqual([]);
    expect(await reader.failure('runQuery', { sql: 'SELECT 1' })).toContain('API scope is missing: data');
  });

  it('keeps to the deployments of a key, and to one account', async () => {
    const scoped = new McpClient(origin, `Bearer ${await server.service.keyOf({ id: server.service.adminId }, [1])}`);
    const listed = await scoped.result('listDeployments');
    expect(listed.deployments.map(({ deploymentId }: { deploymentId: number }) => deploymentId)).toEqual([1]);
    const foreign = new McpClient(origin, `Bearer ${(await server.metadata.accounts.create('another')).key}`);
    expect((await foreign.result('listDeployments')).deployments).toEqual([]);
    expect(await foreign.failure('runQuery', { sql: 'SELECT 1' })).toContain('No deployment is available via MCP');
    expect(await foreign.failure('runQuery', { sql: 'SELECT 1', deploymentId: 1 })).toContain('no deployment 1');
  });
});

describe('the deployments that an account opens to assistants', () => {
  it('refuses the others by the text of the contract', async () => {
    const { body: other } = await server.platform('POST', '/deployments', { name: 'other' });
    const { handle } = await admin.result('runQuery', { sql: 'SELECT 1 AS one' });
    const set = await settings({ onlyListed: true, deploymentIds: [other.id], defaultDeploymentId: other.id });
    expect([set.text, set.body?.mcp.onlyListed]).toEqual([set.text, true]);
    const text = 'Deployment 1 is not available via MCP for this account';
    for (const [name, args] of [
      ['chat', { input: 'How many orders?', deploymentId: 1 }],
      ['runQuery', { sql: 'SELECT 1', deploymentId: 1 }],
      ['loadQueryResults', { handle }],
    ] as const) {
      const { status, message } = await admin.call(name, args);
      expect([name, status, message.error.message]).toEqual([name, 403, text]);
    }
    const ofToken = new McpClient(origin, `Bearer ${await tokenOf(1)}`);
    const ofAddress = new McpClient(origin, `Bearer ${server.service.key}`, '?deploymentId=1');
    for (const client of [ofToken, ofAddress]) {
      const { status, message } = await client.call('runQuery', { sql: 'SELECT 1' });
      expect([status, message.error.message]).toEqual([403, text]);
    }
    expect((await ofToken.result('listDeployments')).deployments).toEqual([]);
    const { deployments } = await admin.result('listDeployments');
    expect(deployments).toMatchObject([{ deploymentId: other.id, isDefault: true }]);
    expect(await admin.failure('runQuery', { sql: 'SELECT 1' })).toContain(`Deployment ${other.id} has no model yet`);
    await settings({ onlyListed: false, deploymentIds: [], defaultDeploymentId: null });
    expect((await admin.result('runQuery', { sql: 'SELECT 1 AS one' })).deploymentId).toBe(1);
  });

  it('takes no default that cannot be reached', async () => {
    const { status, text } = await settings({ onlyListed: true, deploymentIds: [1], defaultDeploymentId: 2 });
    expect([status, text]).toEqual([400, expect.stringContaining('mcp.defaultDeploymentId')]);
  });

  it('has no chat where chats are switched off', async () => {
    await server.platform('PUT', '/account/settings', { flags: { chatApi: false } });
    const { message } = await admin.request('tools/list');
    expect(message.result.tools.map(({ name }: { name: string }) => name)).not.toContain('chat');
    await server.platform('PUT', '/account/settings', { flags: { chatApi: true } });
  });
});

describe('bad input to the MCP server', () => {
  it.each([
    ['a list of messages', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, 'one message'],
    ['a text', '"tools/list"', 400, 'no message of JSON-RPC'],
    ['half a message', '{"jsonrpc":"2.0","id":1,', 400, 'JSON'],
    ['a message of another protocol', { method: 'tools/list' }, 400, ''],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"a":1}}', 400, 'not valid JSON'],
    [
      'a deep one',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(400)}${']'.repeat(400)}}`,
      400,
      'deep',
    ],
    [
      '1 MB of arguments',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'runQuery', arguments: { sql: 'x'.repeat(1_000_000) } },
      },
      413,
      'too large',
    ],
  ] as const)('refuses %s', async (_, body, expected, text) => {
    const { status, message } = await admin.send(body);
    expect([status, message.error.message]).toEqual([expected, expect.stringContaining(text)]);
  });

  it('refuses other methods of HTTP, and other types of bodies', async () => {
    const authorization = `Bearer ${server.service.key}`;
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await fetch(`${origin}/api/mcp`, { method, headers: { authorization } });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    expect((await admin.send('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each(['nothing/such', 'subscriptions/listen', 'resources/list', 'sampling/createMessage'])(
    'has no method %s',
    async (method) => {
      const { message } = await admin.request(method);
      expect(message.error.code).toBe(-32_601);
    },
  );

  it.each([
    ['an unknown tool', 'exportEverything', {}, 'exportEverything'],
    ['a tool by the name of a prototype', 'constructor', {}, 'constructor'],
  ])('has no tool for %s', async (_, name, args, text) => {
    const { message } = await admin.call(name, args);
    expect([message.error.code, message.error.message]).toEqual([-32_602, expect.stringContaining(text)]);
  });

  it.each([
    ['no query', 'runQuery', {}, 'Give either sql or query'],
    ['two queries', 'runQuery', { sql: 'SELECT 1', query: {} }, 'Give either sql or query'],
    ['a number for SQL', 'runQuery', { sql: 7 }, 'sql'],
    ['a statement that writes', 'runQuery', { sql: 'DROP TABLE sales' }, 'Unsupported query type'],
    ['two statements', 'runQuery', { sql: 'SELECT 1; SELECT 2' }, 'statement'],
    ['another user', 'runQuery', { sql: "SELECT 1 FROM sales WHERE __user = 'admin'" }, ''],
    ['an unknown member', 'runQuery', { query: { measures: ['sales.nothing'] } }, 'searchModel'],
    ['a query of a list', 'runQuery', { query: { measures: 'sales.count' } }, 'searchModel'],
    ['an impossible deployment', 'runQuery', { sql: 'SELECT 1', deploymentId: -1 }, 'deploymentId'],
    ['an unknown zone', 'runQuery', { sql: 'SELECT NOW()', timezone: 'Mars/Olympus' }, 'Mars'],
    ['a page of a million', 'loadQueryResults', { handle: 'query-x', limit: 1_000_000 }, 'limit'],
    ['a negative page', 'loadQueryResults', { handle: 'query-x', offset: -1 }, 'offset'],
    ['an unknown chat', 'chat', { input: 'how many?', chatId: '__proto__' }, 'no chat'],
    ['an unknown agent', 'chat', { input: 'how many?', agentId: 999 }, 'no agent 999'],
  ])('tells an assistant what to do about %s', async (_, name, args, text) => {
    expect(await admin.failure(name, args)).toContain(text);
  });
});
