import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { McpClient } from '../mcp/mcp-client.ts';
import { storyKinds } from '../servers/store-place.ts';
import { apiOf, basicOf, keyOfNew, postForm } from './api-of.ts';
import { OAuthServer, registered } from './oauth-server.ts';

describe.each(storyKinds)('applications that act for no person, on %s', (kind) => {
  let server: OAuthServer;
  let asAdmin: ReturnType<typeof apiOf>;

  beforeAll(async () => {
    server = await OAuthServer.open(kind);
    asAdmin = apiOf(server.origin, await keyOfNew(server.metadata, 'admin'));
  });

  afterAll(() => server?.[Symbol.asyncDispose]());

  const nameOf = () => `Nightly ${crypto.randomUUID()}`;

  async function made(body: object = {}) {
    const given = { name: nameOf(), role: 'viewer', scopes: ['platform:read'], ...body };
    const answer = await asAdmin('POST', '/oauth-clients', given);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  type Made = { readonly clientId: string; readonly clientSecret: string };

  const ask = ({ clientId, clientSecret }: Made, more: Readonly<Record<string, string>> = {}) =>
    postForm(
      server.origin,
      '/oauth/token',
      { grant_type: 'client_credentials', ...more },
      basicOf(clientId, clientSecret),
    );

  async function tokenOf(client: Made, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const { status, body } = await ask(client, more);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.access_token;
  }

  const statusOf = async (token: string, method = 'GET', path = '/users/me', body?: object) =>
    (await apiOf(server.origin, token)(method, path, body)).status;

  it('get tokens by their secret, without a refresh token, and act as a service account', async () => {
    const client = await made({ name: 'Nightly export' });
    expect(client).toMatchObject({ grantTypes: ['client_credentials'], role: 'viewer', deploymentIds: null });
    const { body, headers } = await ask(client);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^oat-/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'platform:read',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const { body: own } = await apiOf(server.origin, body.access_token)('GET', '/users/me');
    expect(own).toMatchObject({ id: client.serviceUserId, username: 'client-nightly-export', role: 'viewer' });
    expect(own.displayName).toBe('Nightly export');
    const inForm = { client_id: client.clientId, client_secret: client.clientSecret };
    const given = { grant_type: 'client_credentials', ...inForm };
    expect((await postForm(server.origin, '/oauth/token', given)).status).toBe(200);
    expect((await asAdmin('GET', `/oauth-clients/${client.id}`)).body.grantCount).toBe(1);
  });

  it('have usernames of their own, whatever the applications are called', async () => {
    const usernameOf = async (name: string) => {
      const { serviceUserId } = await made({ name });
      return (await asAdmin('GET', `/users/${serviceUserId}`)).body.username;
    };
    expect(await usernameOf('Weekly export')).toBe('client-weekly-export');
    expect(await usernameOf('weekly EXPORT')).toBe('client-weekly-export-2');
    expect(await usernameOf('!!!')).toBe('client-application');
    expect(await usernameOf('???')).toBe('client-application-2');
    // Each takes two code units: the cut is in the middle of one.
    expect(await usernameOf(`a${'\u{20000}'.repeat(110)}`)).toBe(`client-a${'\u{20000}'.repeat(99)}`);
  });

  it('are not limited to a deployment that is deleted meanwhile', async () => {
    const client = await made();
    const lookup = vi.spyOn(server.metadata.deployments, 'requireAll');
    for (const [method, path] of [
      ['POST', '/oauth-clients'],
      ['PUT', `/oauth-clients/${client.id}`],
    ] as const) {
      lookup.mockResolvedValueOnce();
      const body = { name: nameOf(), ...(method === 'POST' ? { role: 'viewer' } : {}), deploymentIds: [99] };
      const answer = await asAdmin(method, path, body);
      expect([answer.status, answer.body.error], JSON.stringify(answer.body)).toEqual([
        404,
        'There is no deployment 99',
      ]);
    }
    lookup.mockRestore();
    expect((await asAdmin('GET', `/oauth-clients/${client.id}`)).body.deploymentIds).toBeNull();
  });

  it('keep a service account that may do something', async () => {
    const scopes = ['offline_access'];
    const given = { name: nameOf(), role: 'viewer', scopes };
    const { id } = await made();
    for (const [method, path, body, field] of [
      ['POST', '/oauth-clients', given, 'scopes'],
      ['PUT', `/oauth-clients/${id}`, { scopes }, 'scopes'],
      ['PUT', `/oauth-clients/${id}`, { role: null }, 'role'],
    ] as const) {
      const { status, body: answer } = await asAdmin(method, path, body);
      expect([status, answer.details[0].path], JSON.stringify(answer)).toEqual([400, field]);
      if (field === 'role')
        expect(JSON.stringify(answer)).toContain('deactivate the service account, or delete the application');
    }
    expect((await asAdmin('GET', `/oauth-clients/${id}`)).body).toMatchObject({
      role: 'viewer',
      scopes: ['platform:read'],
    });
  });

  it('are no admins unless that is said, and people alone without a role', async () => {
    const { role, serviceUserId, grantTypes } = await made({ role: undefined, redirectUris: ['https://a.example/'] });
    expect([role, serviceUserId, grantTypes]).toEqual([null, null, ['authorization_code', 'refresh_token']]);
    const admin = await made({ role: 'admin', scopes: ['platform'] });
    expect(await statusOf(await tokenOf(admin), 'GET', '/users')).toBe(200);
    for (const [field, body] of [
      ['isConfidential', { role: 'viewer', isConfidential: false }],
      ['redirectUris', {}],
      ['deploymentIds', { deploymentIds: [1], redirectUris: ['https://a.example/'] }],
    ] as const) {
      const { status, body: answer } = await asAdmin('POST', '/oauth-clients', { name: nameOf(), ...body });
      expect([status, answer.details[0].path]).toEqual([400, field]);
    }
    const absent = { name: nameOf(), role: 'viewer', deploymentIds: [99] };
    expect((await asAdmin('POST', '/oauth-clients', absent)).status).toBe(404);
  });

  it('have the scopes of the client at most, and those of MCP where they ask for it', async () => {
    const client = await made({ scopes: ['platform:read', 'mcp-agent-access', 'offline_access'] });
    expect((await ask(client)).body.scope).toBe('mcp-agent-access platform:read');
    const mcp = { resource: `${server.origin}/api/mcp` };
    const { body } = await ask(client, mcp);
    expect(body.scope).toBe('mcp-agent-access');
    expect((await new McpClient(server.origin, `Bearer ${body.access_token}`).request('tools/list')).status).toBe(200);
    expect(await statusOf(body.access_token)).toBe(401);
    expect((await ask(client, { scope: 'openid platform:read' })).body.scope).toBe('platform:read');
    for (const [error, more, of] of [
      ['invalid_scope', { scope: 'platform' }, client],
      ['invalid_scope', { scope: 'platform:read platform' }, client],
      ['invalid_scope', mcp, await made()],
      ['invalid_target', { resource: 'https://elsewhere.example' }, client],
    ] as const) {
      const { status, body: refusal } = await ask(of, more);
      expect([status, refusal.error]).toEqual([400, error]);
    }
  });

  it('may do what scopes, deployments and the rights of this moment all allow', async () => {
    const client = await made({ role: 'admin', scopes: ['platform'], deploymentIds: [1] });
    const token = await tokenOf(client);
    expect(await statusOf(token, 'GET', '/deployments/1')).toBe(200);
    // Operations that govern the account take all deployments, whatever the role.
    expect(await statusOf(token, 'POST', '/groups', { name: nameOf() })).toBe(403);
    expect(await statusOf(token, 'GET', '/users')).toBe(200);
    const readOnly = await tokenOf(await made({ role: 'admin' }));
    expect(await statusOf(readOnly, 'POST', '/groups', { name: nameOf() })).toBe(403);
    const less = await asAdmin('PUT', `/oauth-clients/${client.id}`, { role: 'viewer' });
    expect(less.body.role).toBe('viewer');
    expect(await statusOf(token, 'GET', '/users')).toBe(403);
    expect(await statusOf(token)).toBe(200);
  });

  it('make no credentials and no applications', async () => {
    const token = await tokenOf(await made({ role: 'admin', scopes: ['platform'] }));
    const given = { name: nameOf(), role: 'admin', scopes: ['platform'] };
    expect(await statusOf(token, 'POST', '/oauth-clients', given)).toBe(403);
    expect(await statusOf(token, 'POST', '/api-keys', { name: 'own' })).toBe(403);
    expect(await statusOf(token, 'GET', '/oauth-clients')).toBe(200);
  });

  it('raise no service account by rights, names, values or sharing', async () => {
    const asToken = apiOf(server.origin, await tokenOf(await made({ role: 'admin', scopes: ['platform'] })));
    const { serviceUserId: id } = await made();
    const makeBy = async (path: string, body: object) => {
      const { status, body: answer } = await asAdmin('POST', path, body);
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.id as number;
    };
    const letters = () => `a${crypto.randomUUID().replaceAll('-', '')}`;
    const least = { base: 'developer', policies: [{ deploymentIds: [1], actions: ['DeploymentRead'] }] };
    const roleId = await makeBy('/roles', { name: nameOf(), ...least });
    const groupId = await makeBy('/groups', { name: nameOf() });
    const emptyId = await makeBy('/groups', { name: nameOf() });
    const attributeId = await makeBy('/user-attributes', { name: letters(), type: 'string', defaultValue: 'Oslo' });
    const unsetId = await makeBy('/user-attributes', { name: letters(), type: 'string' });
    expect((await asAdmin('PUT', `/users/${id}`, { customRoleIds: [roleId], groupIds: [groupId] })).status).toBe(200);
    const all = [{ deploymentIds: null, actions: ['DeploymentRead'] }];
    const stronger = [{ deploymentIds: [1], actions: ['SchemaUpdate'] }];
    const folderId = await makeBy('/deployments/1/folders', { name: nameOf() });
    const sharedWith = async (path: string, to: object) => {
      const resourceId = await makeBy('/deployments/1/folders', { name: nameOf() });
      const shared = { resourceType: 'Folder', resourceId, ...to };
      expect((await asAdmin('PUT', path, { ...shared, action: 'FolderRead' })).status).toBe(200);
      return ['PUT', path, shared] as const;
    };
    const folder = { resourceType: 'Folder', resourceId: folderId, action: 'FolderRead' };
    const ways = [
      ['PUT', `/users/${id}`, { role: 'admin' }],
      ['PUT', `/users/${id}`, { email: 'boss@example.com' }],
      ['PUT', `/users/${id}`, { status: 'deactivated' }],
      ['PUT', `/roles/${roleId}`, { policies: all }],
      ['PUT', `/roles/${roleId}`, { policies: stronger }],
      ['PUT', `/roles/${roleId}`, { actions: ['AuditLogManage'] }],
      ['PUT', `/roles/${roleId}`, { name: nameOf() }],
      ['POST', `/groups/${emptyId}/members`, { userIds: [id] }],
      ['PUT', `/groups/${emptyId}`, { userIds: [id] }],
      ['POST', '/groups', { name: nameOf(), userIds: [id] }],
      ['PUT', `/groups/${groupId}`, { name: nameOf() }],
      ['PUT', `/user-attributes/${attributeId}`, { defaultValue: 'Bergen' }],
      ['PUT', `/user-attributes/${unsetId}`, { defaultValue: 'Oslo' }],
      ['POST', '/user-attributes', { name: letters(), type: 'string', defaultValue: 'Oslo' }],
    ] as const;
    // Policies may refuse by a name or filter by a value, and sharing of a folder may be less than of that around it.
    const losses = [
      ['PUT', `/groups/${groupId}`, { userIds: [] }],
      ['DELETE', `/groups/${groupId}`, undefined],
      ['DELETE', `/roles/${roleId}`, undefined],
      ['PUT', `/user-attributes/${attributeId}`, { defaultValue: null }],
      ['DELETE', `/user-attributes/${attributeId}`, undefined],
      await sharedWith('/resource-policies/user', { userId: id }),
      await sharedWith('/resource-policies/group', { groupId }),
    ] as const;
    for (const [method, path, body] of [...ways, ...losses]) {
      const { status, body: answer } = await asToken(method, path, body);
      expect([status, answer.error], `${method} ${path} ${JSON.stringify(body)}`).toEqual([
        403,
        expect.stringMatching(/^No application may /),
      ]);
    }
    for (const [path, body] of [
      ['/resource-policies/user', { userId: id }],
      ['/resource-policies/group', { groupId }],
    ] as const) {
      const { status, body: answer } = await asToken('PUT', path, { ...folder, ...body });
      expect([status, answer.error], path).toEqual([
        403,
        expect.stringMatching(/^No application may do this: another sharing/),
      ]);
    }
    const now = (await asAdmin('GET', `/users/${id}`)).body;
    expect(now).toMatchObject({ role: 'viewer', status: 'active', email: null });
    // An application may do what gives it nothing; and a person gives it what they want.
    for (const [method, path, body] of [
      ['PUT', `/roles/${roleId}`, { description: 'of readers' }],
      ['PUT', `/groups/${emptyId}`, { name: nameOf() }],
      ['PUT', `/groups/${groupId}`, { description: 'of readers' }],
      ['PUT', `/user-attributes/${attributeId}`, { displayName: 'Town' }],
      ['PUT', '/resource-policies/group', { ...folder, groupId: emptyId }],
    ] as const) {
      expect((await asToken(method, path, body)).status, `${method} ${path}`).toBe(200);
    }
    for (const [method, path, body] of ways.slice(3)) {
      const answer = await asAdmin(method, path, body);
      expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200);
    }
    expect((await asToken('PUT', `/roles/${roleId}`, { policies: [] })).status).toBe(200);
    expect((await asToken('DELETE', `/groups/${emptyId}`)).status).toBe(403);
    expect((await asAdmin('DELETE', `/groups/${groupId}`)).status).toBe(204);
  });

  it('are not signed in by embedding', async () => {
    const { serviceUserId: id } = await made();
    const { username } = (await asAdmin('GET', `/users/${id}`)).body;
    const answer = await asAdmin('POST', '/embed/generate-session', { deploymentId: 1, internalId: username });
    expect([answer.status, answer.body.error]).toEqual([400, 'Internal user not found']);
  });

  it('lose their tokens when they may do something else, and get others', async () => {
    const client = await made({ role: 'developer', scopes: ['platform'] });
    for (const change of [{ scopes: ['platform:read'] }, { deploymentIds: [1] }, { deploymentIds: null }]) {
      const token = await tokenOf(client);
      const path = `/oauth-clients/${client.id}`;
      expect((await asAdmin('PUT', path, { name: client.name })).status).toBe(200);
      expect(await statusOf(token)).toBe(200);
      expect((await asAdmin('PUT', path, change)).body).toMatchObject(change);
      expect(await statusOf(token)).toBe(401);
      expect(await statusOf(await tokenOf(client))).toBe(200);
    }
    expect((await ask(client, { scope: 'platform' })).body.error).toBe('invalid_scope');
  });

  it('keep their tokens when the same scopes are sent in another order', async () => {
    const client = await made({ scopes: ['platform:read', 'mcp-agent-access', 'platform:read'] });
    expect(client.scopes).toEqual(['mcp-agent-access', 'platform:read']);
    const token = await tokenOf(client);
    const path = `/oauth-clients/${client.id}`;
    const same = await asAdmin('PUT', path, { scopes: ['platform:read', 'mcp-agent-access'] });
    expect([same.status, same.body.scopes]).toEqual([200, ['mcp-agent-access', 'platform:read']]);
    expect(await statusOf(token)).toBe(200);
  });

  it('lose the tokens that they got by a secret with it', async () => {
    const client = await made();
    const token = await tokenOf(client);
    const { body } = await asAdmin('POST', `/oauth-clients/${client.id}/secret`);
    expect(await statusOf(token)).toBe(401);
    expect((await ask(client)).body.error).toBe('invalid_client');
    expect(await statusOf(await tokenOf({ ...client, clientSecret: body.clientSecret }))).toBe(200);
  });

  it('end with their service account, and go on when it is active again', async () => {
    const client = await made();
    const token = await tokenOf(client);
    const user = `/users/${client.serviceUserId}`;
    expect((await asAdmin('PUT', user, { status: 'deactivated' })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    const { status, body } = await ask(client);
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
    expect((await asAdmin('PUT', user, { status: 'active' })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await tokenOf(client))).toBe(200);
    expect((await asAdmin('DELETE', user)).status).toBe(409);
    const other = await tokenOf(client);
    expect((await asAdmin('DELETE', `/oauth-clients/${client.id}`)).status).toBe(204);
    expect(await statusOf(other)).toBe(401);
    expect((await ask(client)).body.error).toBe('invalid_client');
    expect((await asAdmin('GET', user)).status).toBe(404);
  });

  it('have one grant however often they ask, which an admin ends, until they ask again', async () => {
    const client = await made();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf(client)));
    expect(new Set(tokens).size).toBe(8);
    const list = async () => (await asAdmin('GET', `/oauth-grants?clientId=${client.id}`)).body.items;
    const [grant, ...others] = await list();
    expect(others).toEqual([]);
    expect(grant).toMatchObject({ userId: client.serviceUserId, deploymentIds: null, client: { kind: 'admin' } });
    expect((await asAdmin('DELETE', `/oauth-grants/${grant.id}`)).status).toBe(204);
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await tokenOf(client))).toBe(200);
    server.aheadMs += 80 * 24 * 3_600_000;
    const late = await tokenOf(client);
    server.aheadMs += 3_599_000;
    expect(await statusOf(late)).toBe(200);
    server.aheadMs += 2_000;
    expect(await statusOf(late)).toBe(401);
    server.aheadMs = 0;
  });

  it('cannot be made by registration', async () => {
    const asked = { grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_post' };
    const own = await registered(server.origin, { redirect_uris: ['https://a.example/'], ...asked });
    expect(own.grant_types).toEqual(['authorization_code']);
    const { status, body } = await ask({ clientId: own.client_id, clientSecret: own.client_secret });
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
  });

  it('have service accounts that are no people', async () => {
    const client = await made({ role: 'admin', scopes: ['platform'] });
    const { serviceUserId: id } = client;
    const { body: user } = await asAdmin('GET', `/users/${id}`);
    expect(user).toMatchObject({ managedBy: 'client', status: 'active', email: null });
    for (const action of ['invite', 'reset-password'])
      expect([409, 404]).toContain((await asAdmin('POST', `/users/${id}/${action}`)).status);
    const { accountId, changes, users, directory, store } = server.metadata;
    const { uid } = await users.get(accountId, id);
    expect(await users.getByUid(accountId, uid)).toBeUndefined();
    const listed = await directory.users(accountId, { kind: 'any' }).rows({ most: 1_000 });
    expect(listed.map(({ username }) => username)).not.toContain(user.username);
    expect(await directory.userIds(accountId, [uid])).toEqual(new Map());
    // Nobody signs in as one by the key of the start, whatever is done with the people.
    const first = await store.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('account_user')
        .set({ role: 'viewer' })
        .where('account_id', '=', accountId)
        .where('id', '!=', id)
        .execute();
      const admin = await users.firstActiveAdmin(accountId, transaction);
      await transaction.updateTable('account_user').set({ role: 'admin' }).where('id', '=', 1).execute();
      return admin;
    });
    expect(first).toBeUndefined();
    const author = { accountId, by: { via: 'command' } } as const;
    const demoted = changes.changeRights(author, (change) => users.update(change, 1, { role: 'viewer' }));
    await expect(demoted).rejects.toThrow('last active admin');
  });
});
