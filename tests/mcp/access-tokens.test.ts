import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import type { NewGrant } from '../../packages/people/src/grant/oauth-grant.ts';
import { ChatServer } from '../chat/chat-service.ts';
import { allow } from '../oauth/allow.ts';
import { McpClient } from './mcp-client.ts';

let server: ChatServer;
let origin: string;
let address: string;
let second: number;

beforeAll(async () => {
  server = await ChatServer.open('sqlite');
  ({ origin } = server.service.served);
  address = `${origin}/api/mcp`;
  second = (await server.platform('POST', '/deployments', { name: 'second' })).body.id;
});

afterAll(() => server?.[Symbol.asyncDispose]());

/** @param query of the address that the assistant asks */
async function assistant(given: Partial<NewGrant>, query = ''): Promise<McpClient> {
  return new McpClient(
    origin,
    `Bearer ${(await allow(server.metadata, server.service.adminId, given)).accessToken}`,
    query,
  );
}

const deploymentsOf = async (client: McpClient) =>
  (await client.result('listDeployments')).deployments.map(
    ({ deploymentId }: { deploymentId: number }) => deploymentId,
  );

const challengeOf = async (client: McpClient) => {
  const { status, headers } = await client.request('tools/list');
  return [status, headers.get('www-authenticate')];
};

describe('an access token at the MCP server', () => {
  it('acts as its person, with the deployments that were picked', async () => {
    expect(await deploymentsOf(await assistant({}))).toEqual([1, second]);
    expect(await deploymentsOf(await assistant({ deployments: [1] }))).toEqual([1]);
    const none = await assistant({ deployments: [] });
    expect(await none.failure('runQuery', { sql: 'SELECT 1' })).toContain('No deployment is available via MCP');
    const one = await assistant({ deployments: [1] });
    expect((await one.result('runQuery', { sql: 'SELECT 1 AS one' })).rows).toEqual([['1']]);
    expect(await one.failure('runQuery', { sql: 'SELECT 1', deploymentId: second })).toContain(
      `no deployment ${second}`,
    );
  });

  it('is for one address, with its query, or for the whole server', async () => {
    const query = '?deploymentId=1';
    const named = `${address}${query}`;
    for (const [resource, at, status] of [
      [undefined, '', 200],
      [origin, query, 200],
      [`${origin}/`, '', 200],
      [address, '', 200],
      [named, query, 200],
      [address, '/', 200],
      [`${address}/`, '/', 200],
      [named, `/${query}`, 200],
      [address, query, 401],
      [named, '', 401],
      [`${address}?deploymentId=${second}`, query, 401],
      [`${origin}/api/v1`, '', 401],
      [`${origin}/api/scim/v2`, '', 401],
      ['https://other.example.com/api/mcp', '', 401],
    ] as const) {
      const found = await (await assistant({ resource }, at)).request('tools/list');
      expect([resource, at, found.status]).toEqual([resource, at, status]);
    }
    // An audience that names a deployment limits the token to it, whatever the person may see.
    expect(await deploymentsOf(await assistant({ resource: named }, query))).toEqual([1]);
  });

  it('is told what else it takes, when its scopes do not reach', async () => {
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/api/mcp"`;
    const reader = await assistant({ scopes: ['platform:read', 'offline_access'] });
    const wanted = 'scope="platform:read offline_access mcp-agent-access"';
    expect(await challengeOf(reader)).toEqual([
      403,
      `Bearer realm="orrery", error="insufficient_scope", ${metadata}, ${wanted}`,
    ]);
    const nothing = new McpClient(origin, `Bearer oat-${'x'.repeat(43)}`);
    expect(await challengeOf(nothing)).toEqual([
      401,
      `Bearer realm="orrery", error="invalid_token", ${metadata}, scope="mcp-agent-access"`,
    ]);
  });

  it('is told where to sign in for the address that it asked, and never for that of its Host', async () => {
    const place = `${origin}/.well-known/oauth-protected-resource/api/mcp`;
    for (const [query, kept] of [
      ['?deploymentId=2', '?deploymentId=2'],
      ['?deploymentId=2;x', ''],
      [`?x=${'y'.repeat(300)}`, ''],
    ] as const) {
      const [status, challenge] = await challengeOf(new McpClient(origin, undefined, query));
      expect([query, status, challenge]).toEqual([
        query,
        401,
        expect.stringContaining(`resource_metadata="${place}${kept}"`),
      ]);
    }
    const { composition } = server.service.served;
    const lying = await composition.app.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { host: 'evil.example' },
      body: {},
    });
    expect(lying.headers['www-authenticate']).not.toContain('evil.example');
    expect(lying.headers['www-authenticate']).toContain('resource_metadata="http://');
  });

  it('gets the text of the contract for a deployment that the account excludes', async () => {
    await server.platform('PUT', '/account/settings', { mcp: { onlyListed: true, deploymentIds: [second] } });
    const { status, message } = await (await assistant({})).call('runQuery', { sql: 'SELECT 1', deploymentId: 1 });
    expect([status, message.error.message]).toEqual([403, 'Deployment 1 is not available via MCP for this account']);
    await server.platform('PUT', '/account/settings', { mcp: { onlyListed: false, deploymentIds: [] } });
  });

  it('reads no rows of another deployment by a handle of its person', async () => {
    const { handle } = await (await assistant({})).result('runQuery', { sql: 'SELECT 1 AS one', deploymentId: 1 });
    const own = await assistant({ deployments: [1] });
    expect((await own.result('loadQueryResults', { handle })).rows).toEqual([['1']]);
    const other = await assistant({ deployments: [second] });
    expect(await other.failure('loadQueryResults', { handle })).toContain('There is no deployment 1');
  });

  it('is refused from the next request on when its grant ends', async () => {
    const { changes, accountId, oauthGrants } = server.metadata;
    const { accessToken, grantId } = await allow(server.metadata, server.service.adminId);
    const client = new McpClient(origin, `Bearer ${accessToken}`);
    expect(await deploymentsOf(client)).toEqual([1, second]);
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => oauthGrants.end(change, grantId));
    expect((await client.request('tools/list')).status).toBe(401);
  });
});
