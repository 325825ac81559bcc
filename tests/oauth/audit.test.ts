import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { ScimService, userUrn } from '../scim/scim-service.ts';
import { allow } from './allow.ts';

describe('the audit log of what an application does for a person', () => {
  let service: ScimService;
  let application: { readonly client: string; readonly clientId: string; readonly grant: number };
  let authorization: string;

  beforeAll(async () => {
    service = await ScimService.open('sqlite');
    const { changes, settings, accountId } = service.metadata;
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      settings.update(change, { flags: { scim: true } }),
    );
    const tokens = await allow(service.metadata, service.adminId, { scopes: ['platform'] });
    application = { client: 'MCP client', clientId: 'cube-mcp-client', grant: tokens.grantId };
    authorization = `Bearer ${tokens.accessToken}`;
  });

  afterAll(() => service?.[Symbol.asyncDispose]());

  async function ask(method: string, path: string, body?: object, as = authorization): Promise<number> {
    const { status } = await fetch(`${service.served.origin}${path}`, {
      method,
      headers: { authorization: as, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return status;
  }

  async function lastEntry(event: string) {
    const { attributes, user_id: userId } = await service.metadata.store.database
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { userId, attributes: JSON.parse(attributes), text: attributes };
  }

  it.each([
    ['Created group', 'POST', '/api/v1/groups', { name: 'Sellers' }],
    ['Generated embed session', 'POST', '/api/v1/embed/generate-session', { deploymentId: 1, externalId: 'u1' }],
    ['Created user via SCIM', 'POST', '/api/scim/v2/Users', { schemas: [userUrn], userName: 'bo@example.com' }],
  ])('names the application beside the person: %s', async (event, method, path, body) => {
    expect(await ask(method, path, body)).toBeLessThan(300);
    const entry = await lastEntry(event);
    expect(entry).toMatchObject({ userId: service.adminId, attributes: { by: application } });
    expect(entry.text).not.toContain(authorization.slice(-30));
  });

  it('tells the application that acted from the one that it ends', async () => {
    const ended = await allow(service.metadata, service.adminId);
    expect(await ask('DELETE', `/api/v1/oauth-grants/${ended.grantId}`)).toBe(204);
    expect((await lastEntry('Ended connected application')).attributes).toMatchObject({
      grant: ended.grantId,
      by: application,
    });
  });

  it('names none where the person acts by a key', async () => {
    expect(await ask('POST', '/api/v1/groups', { name: 'Buyers' }, `Bearer ${service.key}`)).toBeLessThan(300);
    expect((await lastEntry('Created group')).attributes).not.toHaveProperty('by');
  });
});
