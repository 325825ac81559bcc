import {
  environmentsSchema,
  environmentTokensSchema,
  madeEnvironmentTokenSchema,
  platformErrorSchema,
} from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

/** The numbers are those of the acceptance cases of the Platform API. */
describe.each(storyKinds)('environments over the Platform API, on %s', (kind) => {
  let service: ScimService;
  let time = Date.UTC(2026, 5, 17, 9, 30);

  beforeAll(async () => {
    service = await ScimService.open(kind, { now: () => time });
  });

  afterAll(() => service[Symbol.asyncDispose]());

  async function ask(path: string, body?: unknown, key = service.key) {
    const response = await fetch(`${service.served.origin}/api/v1/deployments${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) expect(platformErrorSchema.parse(JSON.parse(text)).statusCode).toBe(response.status);
    return { status: response.status, text };
  }

  const made = async (body: unknown, route = 'tokens') => {
    const { status, text } = await ask(`/1/environments/1/${route}`, body);
    expect([status, text.slice(0, 10)]).toEqual([200, '{"data":{"']);
    return madeEnvironmentTokenSchema.parse(JSON.parse(text)).data;
  };

  const dataStatus = async (token: string, route: string, query = '') =>
    (await fetch(`${service.served.origin}/d/1/cubejs-api/v1/${route}${query}`, { headers: { authorization: token } }))
      .status;

  const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  const count = `?query=${encodeURIComponent('{"measures":["orders.count"]}')}`;

  it('9: contain one production environment per deployment', async () => {
    const list = async (query: string) =>
      environmentsSchema.parse(JSON.parse((await ask(`/1/environments${query}`)).text));
    const { data, pagination } = await list('');
    expect(data).toEqual([
      {
        id: '1',
        type: 'production',
        api_credentials: [{ type: 'rest', version: 1, url: `${service.served.origin}/d/1/cubejs-api` }],
      },
    ]);
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 1 });
    expect([
      (await list('?type=staging')).data,
      (await list('?offset=1')).data,
      (await list('/?type=production')).data,
    ]).toEqual([[], [], data]);
    expect((await ask('/1/environments?type=bogus')).status).toBe(400);
    expect((await ask('/9/environments')).status).toBe(404);
  });

  it('10: sign tokens with a security context and an expiry', async () => {
    const token = await made({ security_context: { city: 'Oslo' }, expires_in: 120 });
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(120_000);
    expect(payloadOf(token.token)).toEqual({ city: 'Oslo', iat: time / 1000, exp: time / 1000 + 120 });
    expect([await dataStatus(token.token, 'meta'), await dataStatus(token.token, 'load', count)]).toEqual([200, 200]);
    const listed = async () => environmentTokensSchema.parse(JSON.parse((await ask('/1/environments/1/tokens')).text));
    const second = await made({ security_context: { city: 'Rome' }, scopes: ['meta'] });
    expect((await listed()).data).toEqual([second, token]);
    expect((await listed()).pagination).toEqual({ limit: 20, offset: 0, total: 2 });
    const page = await ask('/1/environments/1/tokens?limit=1&offset=1');
    expect(environmentTokensSchema.parse(JSON.parse(page.text)).data).toEqual([token]);
    time += 200_000;
    expect(await dataStatus(token.token, 'load', count)).toBe(401);
    expect((await listed()).data).toEqual([second]);
  });

  it.each([
    ['no lifetime', { security_context: {}, expires_in: 0 }, 'expires_in'],
    ['too long a lifetime', { security_context: {}, expires_in: 3601 }, 'expires_in'],
    ['half a second', { security_context: {}, expires_in: 1.5 }, 'expires_in'],
    ['nothing', {}, 'security_context'],
    ['no context', { security_context: null }, 'security_context'],
    ['a list for a context', { security_context: [] }, 'security_context'],
    ['a text for a context', { security_context: 'x' }, 'security_context'],
    ['too large a context', { security_context: { x: 'x'.repeat(6_000) } }, 'security_context'],
    ['an unknown scope', { security_context: {}, scopes: ['everything'] }, 'scopes.0'],
  ])('11: refuse %s', async (_, body, path) => {
    for (const route of ['tokens', 'tokens-for-meta-sync']) {
      const { status, text } = await ask(`/1/environments/1/${route}`, body);
      expect([status, platformErrorSchema.parse(JSON.parse(text)).details?.[0]?.path]).toEqual([400, path]);
    }
  });

  it.each([
    ['groups is not a list of texts', { groups: 'sales' }],
    ['user is no number', { user: 'ann' }],
    ['cubeCloud has groups in addition to user', { user: 1, groups: [] }],
  ])('refuse a security context the Data API would refuse: %s', async (message, cubeCloud) => {
    for (const route of ['tokens', 'tokens-for-meta-sync']) {
      const { status, text } = await ask(`/1/environments/1/${route}`, { security_context: { cubeCloud } });
      expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  it('12: sign tokens for metadata that read no data', async () => {
    const token = await made({ security_context: {} }, 'tokens-for-meta-sync/');
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(86_400_000);
    for (const text of [token.token, `Bearer ${token.token}`]) {
      expect([
        await dataStatus(text, 'meta'),
        await dataStatus(text, 'load', count),
        await dataStatus(text, 'sql', count),
      ]).toEqual([200, 403, 403]);
    }
    const climbing = await made({ security_context: { orreryScopes: ['data', 'meta'] } }, 'tokens-for-meta-sync');
    expect(await dataStatus(climbing.token, 'load', count)).toBe(403);
    const none = await made({ security_context: {}, scopes: ['jobs'] });
    expect([await dataStatus(none.token, 'meta'), await dataStatus(none.token, 'load', count)]).toEqual([403, 403]);
    const listed = await ask('/1/environments/1/tokens');
    expect(listed.text).not.toContain(token.token);
  });

  it('are only for callers who may change the deployment', async () => {
    const body = { security_context: {} };
    for (const role of ['explorer', 'viewer'] as const) {
      const key = await service.keyOf(role);
      expect((await ask('/1/environments', undefined, key)).status).toBe(200);
      for (const route of ['tokens', 'tokens-for-meta-sync'])
        expect((await ask(`/1/environments/1/${route}`, body, key)).status).toBe(403);
      expect((await ask('/1/environments/1/tokens', undefined, key)).status).toBe(403);
    }
    expect((await ask('/1/environments/1/tokens', body, await service.keyOf('developer'))).status).toBe(200);
    const scoped = await service.keyOf('admin', [1]);
    for (const path of ['/2/environments', '/2/environments/2/tokens', '/999/environments/1/tokens']) {
      expect((await ask(path, undefined, scoped)).status).toBe(403);
    }
    for (const id of ['2', '999999999999']) expect((await ask(`/1/environments/${id}/tokens`, body)).status).toBe(404);
    expect((await ask('/1/environments/one/tokens', body)).status).toBe(400);
  });

  it('record tokens, and let only admins sign one for another user', async () => {
    const key = await service.keyOf('developer');
    const context = { security_context: { cubeCloud: { user: service.adminId } }, expires_in: 60 };
    // Tokens of the reference hold their whole claims there, and are read the same way.
    const inside = { ...context, security_context: { u: context.security_context } };
    for (const route of ['tokens', 'tokens-for-meta-sync']) {
      for (const one of [context, inside]) {
        const { status, text } = await ask(`/1/environments/1/${route}`, one, key);
        expect([status, text]).toEqual([
          403,
          expect.stringContaining('Only admins make tokens that act as another user'),
        ]);
      }
    }
    for (const one of [context, inside]) await made(one);
    await made({ security_context: { ssn: 'personal' } });
    const rows = await service.served.composition.metadata.store.database
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', 'Created environment token')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(rows.map(({ deployment_id, attributes }) => [deployment_id, JSON.parse(attributes).userId])).toEqual([
      [1, undefined],
      [1, service.adminId],
      [1, service.adminId],
    ]);
    expect(JSON.stringify(rows)).not.toContain('personal');
  });

  it('show tokens for other users to admins only', async () => {
    const key = await service.keyOf('developer');
    const secret = await made({ security_context: { u: { cubeCloud: { user: service.adminId } } } });
    const open = await made({ security_context: { team: 'sales' } });
    const list = async (query: string, by?: string) =>
      environmentTokensSchema.parse(JSON.parse((await ask(`/1/environments/1/tokens${query}`, undefined, by)).text));
    const [all, some] = [await list('?limit=1000'), await list('?limit=1000', key)];
    expect(all.data.map(({ token }) => token)).toEqual(expect.arrayContaining([secret.token, open.token]));
    expect(some.data.map(({ token }) => token)).toContain(open.token);
    for (const { security_context: context } of some.data) {
      expect(JSON.stringify(context)).not.toContain(`"user":${service.adminId}`);
    }
    expect(some.pagination.total).toBe(some.data.length);
    expect((await list('?limit=1', key)).data).toEqual([open]);
    expect((await list('?limit=5&offset=100000', key)).data).toEqual([]);
  });

  it('refuse a context that is nested too deeply', async () => {
    const deep = `{"security_context":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const response = await fetch(`${service.served.origin}/api/v1/deployments/1/environments/1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: deep,
    });
    const { message } = platformErrorSchema.parse(await response.json());
    expect([response.status, message]).toEqual([400, 'The body is nested more than 256 levels deep']);
  });

  it.each(['%ED%A0%80', '%', `${'x'.repeat(3_000)}`])(
    'answers an address that ends in %.20j in the shape of its API',
    async (end) => {
      const ask = async (base: string) => {
        const response = await fetch(`${service.served.origin}${base}${end}`, {
          headers: { authorization: `Bearer ${service.key}` },
        });
        const text = await response.text();
        expect([400, 404, 414]).toContain(response.status);
        expect(text).not.toContain(end.slice(0, 100));
        return { status: response.status, body: JSON.parse(text) };
      };
      const platform = await ask('/api/v1/users/');
      expect(platformErrorSchema.parse(platform.body).statusCode).toBe(platform.status);
      const scim = await ask('/api/scim/v2/Users/');
      expect(scim.body).toMatchObject({ schemas: [expect.stringContaining('Error')], status: String(scim.status) });
      expect((await ask('/nothing/')).body).toEqual({ error: expect.any(String) });
    },
  );
});
