import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import { eventually } from '../eventually.ts';
import { McpClient } from '../mcp/mcp-client.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { migratedPlace, type StorePlace } from '../servers/store-place.ts';
import { allow } from './allow.ts';

const project = join(import.meta.dirname, '../attacks/project');

describe('what a person has allowed an application, on two nodes over one store', () => {
  let place: StorePlace;
  let nodes: readonly [ServedProject, ServedProject];

  beforeAll(async () => {
    place = await migratedPlace('postgres');
    const { environment } = place;
    nodes = [await serveProject(project, { environment }), await serveProject(project, { environment })];
  });

  afterAll(async () => {
    for (const node of nodes ?? []) await node.close();
    await place?.remove();
  });

  const metadata = () => nodes[0].composition.metadata;

  /** A user, with a key of their own and an application that they have allowed something. */
  async function personWith(role: Role) {
    const { changes, users, apiKeys, oauthClients, oauthGrants, accountId } = metadata();
    const author = { accountId, by: atTheCommandLine };
    const { id: userId } = await changes.changeRights(author, (change) =>
      users.create(change, { username: `${role}-${crypto.randomUUID()}`, role }),
    );
    const client = await oauthClients.find('cube-mcp-client');
    if (!client) throw new Error('the product has no client');
    const given = { client, userId, kind: 'code', scopes: ['mcp-agent-access'], deployments: 'all' } as const;
    const [key, tokens] = await changes.make(author, async (change) => [
      (await apiKeys.create(change, { userId, name: 'own', deployments: 'all' })).text,
      await oauthGrants.begin(change, { ...given, resource: undefined }),
    ]);
    return { userId, key, tokens };
  }

  async function ask(node: ServedProject, method: string, path: string, key: string) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${node.origin}/api/v1${path}`, { method, headers });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  const statusAt = async (node: ServedProject, token: string) =>
    (await new McpClient(node.origin, `Bearer ${token}`).request('tools/list')).status;

  const clients = { client: { clientId: 'cube-mcp-client', kind: 'own', host: null }, scopes: ['mcp-agent-access'] };

  it('is listed for that person, ended by that person, and then refused on both', async () => {
    const { key, tokens, userId } = await personWith('viewer');
    for (const node of nodes) expect(await statusAt(node, tokens.accessToken)).toBe(200);
    const { status, body } = await ask(nodes[1], 'GET', '/users/me/oauth-grants', key);
    expect([status, body.items]).toMatchObject([
      200,
      [{ ...clients, userId, id: tokens.grantId, deploymentIds: null }],
    ]);
    const own = `/users/me/oauth-grants/${tokens.grantId}`;
    expect((await ask(nodes[0], 'DELETE', own, key)).status).toBe(204);
    expect(await statusAt(nodes[0], tokens.accessToken)).toBe(401);
    await eventually(async () => expect(await statusAt(nodes[1], tokens.accessToken)).toBe(401));
    expect((await ask(nodes[1], 'GET', '/users/me/oauth-grants', key)).body.items).toEqual([]);
    expect((await ask(nodes[1], 'DELETE', own, key)).status).toBe(404);
  });

  it('is ended for an application at once, however often that person has connected it', async () => {
    const [{ key, tokens, userId }, other] = [await personWith('viewer'), await personWith('viewer')];
    const again = await allow(metadata(), userId);
    const { client } = (await ask(nodes[1], 'GET', '/users/me/oauth-grants', key)).body.items[0];
    const own = `/users/me/oauth-clients/${client.id}`;
    expect((await ask(nodes[0], 'DELETE', own, key)).status).toBe(204);
    for (const { accessToken } of [tokens, again]) expect(await statusAt(nodes[0], accessToken)).toBe(401);
    expect(await statusAt(nodes[0], other.tokens.accessToken)).toBe(200);
    expect((await ask(nodes[0], 'GET', '/users/me/oauth-grants', key)).body.items).toEqual([]);
    expect((await ask(nodes[1], 'DELETE', own, key)).status).toBe(404);
  });

  it('is not there for other people, but for admins, who end it', async () => {
    const [one, other, admin] = [await personWith('viewer'), await personWith('developer'), await personWith('admin')];
    const id = one.tokens.grantId;
    const own = `/users/me/oauth-grants/${id}`;
    for (const { key } of [other, admin]) expect((await ask(nodes[0], 'DELETE', own, key)).status).toBe(404);
    expect((await ask(nodes[0], 'GET', '/oauth-grants', other.key)).status).toBe(403);
    expect((await ask(nodes[0], 'GET', `/oauth-grants/${id}`, other.key)).status).toBe(403);
    expect((await ask(nodes[0], 'DELETE', `/oauth-grants/${id}`, other.key)).status).toBe(403);
    const ofOne = await ask(nodes[0], 'GET', `/oauth-grants?userId=${one.userId}`, admin.key);
    expect(ofOne.body.items).toMatchObject([{ ...clients, id, userId: one.userId }]);
    expect((await ask(nodes[1], 'GET', `/oauth-grants/${id}`, admin.key)).body).toEqual(ofOne.body.items[0]);
    expect(await statusAt(nodes[1], one.tokens.accessToken)).toBe(200);
    expect((await ask(nodes[0], 'DELETE', `/oauth-grants/${id}`, admin.key)).status).toBe(204);
    await eventually(async () => expect(await statusAt(nodes[1], one.tokens.accessToken)).toBe(401));
    expect((await ask(nodes[0], 'GET', `/oauth-grants/${id}`, admin.key)).status).toBe(404);
    expect(await statusAt(nodes[1], other.tokens.accessToken)).toBe(200);
  });

  it('is not there for admins of another account', async () => {
    const { tokens } = await personWith('viewer');
    const { key } = await metadata().accounts.create('elsewhere');
    const place = `/oauth-grants/${tokens.grantId}`;
    for (const method of ['GET', 'DELETE']) expect((await ask(nodes[0], method, place, key)).status).toBe(404);
    expect((await ask(nodes[0], 'GET', '/oauth-grants', key)).body.items).toEqual([]);
    expect(await statusAt(nodes[0], tokens.accessToken)).toBe(200);
  });

  it('is listed in pages', async () => {
    const [admin] = [await personWith('admin'), await personWith('viewer'), await personWith('viewer')];
    const ids: number[] = [];
    for (let after = ''; ; ) {
      const { body } = await ask(nodes[0], 'GET', `/oauth-grants?first=2${after}`, admin.key);
      ids.push(...body.items.map(({ id }: { id: number }) => id));
      if (!body.pageInfo.hasNextPage) break;
      after = `&after=${body.pageInfo.endCursor}`;
    }
    expect(ids.length).toBeGreaterThan(2);
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
  });
});
