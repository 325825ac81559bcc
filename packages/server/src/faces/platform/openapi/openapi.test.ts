import { createHash } from 'node:crypto';
import { type Operation, platformOperations } from '@orrery/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ZodType } from 'zod';
import { projectOf } from '../../../../../deployments/src/version/project-for-test.ts';
import { PlatformFixture } from '../platform-for-test.ts';
import { describedFaults } from '../../../openapi/described-faults-for-test.ts';
import { type JsonSchema, type OpenApiDocument, openApiOf, platformFace } from '../../../openapi/index.ts';
import { referencePage } from './reference-page.ts';
import { changeVersions } from '../../../../../../tests/change-versions.ts';

const read = vi.hoisted(() => new Set<unknown>());

vi.mock('../invalid-fields.ts', async (original) => {
  const actual = await original<typeof import('../invalid-fields.ts')>();
  const readFields = <S extends ZodType>(schema: S, given: unknown) => {
    read.add(schema);
    return actual.readFields(schema, given);
  };
  const readParameters = <S extends ZodType>(schema: S, given: unknown) => {
    read.add(schema);
    return actual.readParameters(schema, given);
  };
  return { ...actual, readFields, readParameters };
});

const now = Date.UTC(2026, 5, 17);
const routes = platformOperations.map((operation) => {
  const { method, path } = operation;
  return { route: `${method} ${path}`, method: method as Method, path, operation }; // none is a PATCH
});

type Method = Parameters<PlatformFixture['ask']>[0];

describe('the description of the Platform API', () => {
  let platform: PlatformFixture;
  let spec: OpenApiDocument;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    platform = await PlatformFixture.open('sqlite', { now: () => now });
    spec = (await platform.ask('GET', '/spec', { key: '' })).body;
    const made = async (path: string, body: object) => {
      const answer = await platform.ask('POST', path, { body });
      expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
      return answer.body;
    };
    const attribute = { name: 'city', type: 'string', defaultValue: 'Oslo' };
    ids.set('/user-attributes', (await made('/user-attributes', attribute)).id);
    ids.set('/dashboard-themes', (await made('/dashboard-themes', { name: 'Paper', theme: {} })).id);
    const sea = { name: 'Sea', colors: ['#0b3954', '#087e8b'] };
    ids.set('/chart-palettes', (await made('/chart-palettes', sea)).id);
    const policies = [{ deploymentIds: [1], actions: ['SchemaRead'] }];
    const role = { name: 'Auditors', base: 'developer', actions: ['AuditLogManage'], policies };
    ids.set('/roles', (await made('/roles', role)).id);
    const userAttributes = [{ name: 'city', value: 'Bergen' }];
    const user = await made('/users', { username: 'bob', customRoleIds: [ids.get('/roles')], userAttributes });
    ids.set('/users', user.id);
    ids.set('/groups', (await made('/groups', { name: 'Norway', userIds: [user.id] })).id);
    await made('/deployments/1/environments/1/tokens', { security_context: { city: 'Oslo' } });
    const model = { name: 'own', provider: 'openai-compatible', model: 'm', baseUrl: 'https://localhost/v1' };
    ids.set('/ai-models', (await made('/ai-models', { ...model, prices: { input: 1, output: 2 } })).id);
    await made(`/ai-models/${ids.get('/ai-models')}/test`, {}); // reaches nothing, and is counted
    const provider = { issuer: 'https://login.example.com', clientId: 'orrery' };
    const madeProvider = await made('/sign-in-providers', { name: 'Own', settings: provider, clientSecret: 'a' });
    ids.set('/sign-in-providers', madeProvider.id);
    const folder = await made('/deployments/1/folders', { name: 'Europe' });
    named.set('folderId', folder.id);
    queries.set('/resource-policies', `?resourceType=Folder&resourceId=${folder.id}`);
    const workbook = await made('/deployments/1/workbooks', { name: 'Sales' });
    const position = { x: 0, y: 0, w: 1, h: 1 };
    const config = { widgets: [{ id: 'a', type: 'TEXT', position, config: { content: 'Hello' } }] };
    const publishing = { workbookId: workbook.id, config };
    const dashboard = await made(`/deployments/1/workbooks/${workbook.id}/publish`, publishing);
    const report = await made('/deployments/1/reports', { jsonQuery: '{"limit":1}' });
    named.set('workbookId', workbook.id).set('versionId', dashboard.versionId).set('reportId', report.id);
    named.set('publicId', dashboard.publicId);
    const notifications = '/deployments/1/notifications';
    const daily = { scheduleType: 'DAILY', dashboardId: dashboard.id };
    ids.set(notifications, (await made(notifications, daily)).id);
    const viewer = { type: 'EMBED_USER', embedTenantName: 'acme-corp', externalId: 'ann@example.com' };
    await made(`${notifications}/${ids.get(notifications)}/recipients`, { recipients: [viewer] });
    await made(`${notifications}/${ids.get(notifications)}/run`, {});
    const { signIn } = platform.metadata;
    const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
    await signIn.redeem(user.invitation.token, 'correct horse battery', origin);
    platform.history?.recorder.observe({
      requestId: 'request-1',
      deploymentId: 1,
      branch: null,
      endpoint: 'load',
      principal: { deploymentId: 1, securityContext: { sub: 'bob' } },
      query: { measures: ['orders.count'], filters: [{ or: [{ member: 'orders.city', operator: 'set' }] }] },
      statements: ['SELECT count(*) FROM orders'],
      dataSource: 'default',
      startedAt: now,
      timingsMs: { engine: 40, total: 41 },
      cache: 'miss',
      rows: 3,
      bytes: 100,
      status: 200,
      errorCode: undefined,
    });
    await platform.history?.recorder.flush();
    const entries = await platform.ask('GET', '/deployments/1/query-history');
    ids.set('/deployments/1/query-history', entries.body.items[0].id);
    const warehouse = { name: 'default', type: 'postgres', host: 'db.example.com', database: 'shop', user: 'reader' };
    ids.set('made', (await made('/deployments', { name: 'second' })).id);
    const sources = `/deployments/${ids.get('made')}/data-sources`;
    ids.set(sources, (await made(sources, { ...warehouse, password: 'hunter2hunter2' })).id);
    const { accountId } = platform.metadata;
    const second = Number(ids.get('made'));
    const uploaded = await changeVersions(platform.metadata).upload({ accountId, by: { via: 'command' } }, second, {
      archive: projectOf([1]),
    });
    ids.set(`/deployments/${second}/versions`, uploaded.version.id);
    const { changes, embedTenants, groups, attributes } = platform.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, async (change) => {
      const { id: scope } = await embedTenants.ensure(change, 'acme-corp');
      const { id } = await groups.create(change, { name: 'north' }, scope);
      ids.set('/embed-tenants/acme-corp/groups', id);
      await attributes.create(change, { name: 'city', type: 'string' }, scope);
    });
    const session = { deploymentId: 1, externalId: 'ann@example.com', embedTenantName: 'acme-corp' };
    await made('/embed/session/token', await made('/embed/generate-session', session));
    const ofTenant = '/embed-tenants/acme-corp';
    const { body: viewers } = await platform.ask('GET', `${ofTenant}/users`);
    const userIds = [viewers.items[0].id];
    await made(`${ofTenant}/groups/${ids.get(`${ofTenant}/groups`)}/members`, { userIds });
    const { database } = platform.metadata.store;
    const space = { deployment_id: 1, name: 'auto' };
    const { id: spaceId } = await database
      .insertInto('agent_space')
      .values(space)
      .returning('id')
      .executeTakeFirstOrThrow();
    const memory = { kind: 'fact', term: null, text: 'we sell in Oslo', equal_key: 'a', times_chosen: null } as const;
    const about = { account_id: accountId, deployment_id: 1, space_id: spaceId, user_id: null, author_id: user.id };
    const times = { thread_uid: null, created_at: now, last_used_at: null };
    await database
      .insertInto('agent_memory')
      .values({ ...memory, ...about, ...times })
      .execute();
    const { oauthClients, oauthGrants, providerSignIn, signInIdentities, signInProviders } = platform.metadata;
    const [signInProvider] = await signInProviders.list(accountId);
    if (!signInProvider) throw new Error('there is no provider');
    const person = { issuer: 'https://login.example.com', subject: 's-1', userName: 'gina' };
    await providerSignIn.signIn(signInProvider, person, { address: '192.0.2.1' });
    const [identity] = await signInIdentities.list(accountId);
    ids.set('/sign-in-identities', identity?.id ?? 0);
    const registration = {
      name: 'Assistant',
      redirectUris: ['https://assistant.example/back'],
      authMethod: 'none',
    } as const;
    const scopes = ['mcp-agent-access'] as const;
    const { client } = await oauthClients.register(
      { ...registration, grantTypes: ['authorization_code'], defaultScopes: scopes },
      '192.0.2.1',
    );
    const { body: caller } = await platform.ask('GET', '/users/me');
    const granted = await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      oauthGrants.begin(change, {
        ...{ client, userId: caller.id, kind: 'code', scopes, resource: undefined, deployments: [1] },
      }),
    );
    ids.set('/oauth-grants', granted.grantId);
    const clients = await platform.ask('GET', '/oauth-clients');
    ids.set('/oauth-clients', clients.body.items[0].id);
    const variables = [{ name: 'REGION', value: 'north' }];
    await platform.ask('PUT', `/deployments/${ids.get('made')}/variables`, { body: { variables } });
  });

  afterAll(() => platform[Symbol.asyncDispose]());
  beforeEach(() => read.clear());

  const named = new Map<string, number | string>([
    ['environmentId', 1],
    ['embedTenantName', 'acme-corp'],
  ]);
  /** Query strings of operations that have required parameters. */
  const queries = new Map<string, string>();
  const pathOf = (path: string) => {
    // That of the project folder takes no changes.
    const isOfOthers =
      /^\/deployments\/:deploymentId\/(?:variables|data-sources|versions)/.test(path) ||
      path === '/deployments/:deploymentId';
    const deploymentId = isOfOthers ? String(ids.get('made')) : '1';
    const filled = path
      .replace(':deploymentId', deploymentId)
      .replaceAll(/:(\w+)/g, (parameter, name: string) => String(named.get(name) ?? parameter));
    const [before = '', after] = filled.split('/:id');
    return after === undefined ? before : `${before}/${ids.get(before) ?? 999_999}${after}`;
  };

  it('has every route that is served, and no others', () => {
    const served = platform.routes.filter(
      (route) => !/ \/(?:build\/deploy\/|api\/docs$|api\/(?:v1|v1\/chat|scim\/v2)\/spec$)/.test(route),
    );
    expect([...new Set(served)].map((route) => route.replace('/api/v1', '')).sort()).toEqual(
      routes.map(({ route }) => route).sort(),
    );
    const described = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual([...new Set(served)].sort());
  });

  it('resolves every reference, and has unique operation names', () => {
    const text = JSON.stringify(spec);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(refs.length).toBe([...text.matchAll(/"\$ref":/g)].length);
    const names = Object.keys(spec.components.schemas);
    expect([...new Set(refs)].filter((name) => !names.includes(String(name)))).toEqual([]);
    expect(names.filter((name) => !/^[A-Za-z]+$/.test(name))).toEqual([]);
    const known = platformOperations.map(({ id }) => id);
    expect(known.length).toBe(new Set(known).size);
    expect(spec.openapi).toBe('3.1.0');
  });

  /** Agents and what is asked of them need a model that is served: tests/chat and tests/platform ask them over HTTP. */
  const isOfModel = ({ tag, id }: Operation) =>
    ['Chats', 'Evaluations'].includes(tag) || ['getAgents', 'updateAgent'].includes(id);

  // These tests call as a person.
  const usable = routes.filter(
    ({ operation }) =>
      !isOfModel(operation) &&
      !operation.takes.isSessionOnly &&
      (operation.takes.callers === 'anybody' || operation.takes.callers.includes('person')),
  );

  it.each(usable)('$route accepts the documented input', async ({ method, path, operation, route }) => {
    const place = pathOf(method === 'DELETE' ? path.replace(/:\w+$/, '999999') : path);
    await platform.ask(method, place, method === 'GET' ? {} : { body: {} });
    const expected = new Set<unknown>([operation.query, operation.body].filter((schema) => schema !== undefined));
    expect([route, [...read].every((schema) => expected.has(schema)), read.size]).toEqual([route, true, expected.size]);
  });

  it.each(routes)('$route needs a credential unless documented otherwise', async ({ method, path, operation }) => {
    const { status, text } = await platform.ask(method, pathOf(path), { key: '' });
    expect([status === 401 && text.includes("header isn't set"), described(method, path).security.length]).toEqual(
      operation.takes.callers === 'anybody' ? [false, 0] : [true, credentialsOf(operation)],
    );
  });

  /** A key in two forms, a session, one in a frame (or that alone), and access tokens by each scope that is enough. */
  const credentialsOf = ({ takes, method }: Operation) => {
    if (takes.isSessionOnly) return 1;
    const isOfPeople = takes.callers.includes('person');
    const scopes = isOfPeople ? (takes.oauth?.length ?? (method === 'GET' ? 2 : 1)) : 0;
    return (takes.isInFrames === true ? 4 : 3) + scopes;
  };

  const answering = usable.filter(({ method }) => method === 'GET');

  it.each(answering)('$route gives the documented answer', async (one) => {
    const asked = `${pathOf(one.path)}${queries.get(one.path) ?? ''}`;
    const { status, body, headers, text } = await platform.ask('GET', asked);
    expect([one.route, status]).toEqual([one.route, 200]);
    const [type = '', content] = Object.entries(described('GET', one.path).responses['200']?.content ?? {})[0] ?? [];
    expect(String(headers['content-type'])).toContain(type);
    if (type === 'text/csv') expect(text).toContain('user_email');
    else expect(faultsOf(body, content?.schema ?? {})).toEqual([]);
    // No list is empty, so that there is something that fits.
    for (const list of ['items', 'data']) if (body?.[list]) expect([list, body[list].length > 0]).toEqual([list, true]);
  });

  it.each([
    ['GET', '/users?first=0', 400],
    ['GET', '/users', 401],
    ['GET', '/users/999999', 404],
    ['POST', '/users', 400],
  ] as const)('%s %s is refused with the documented error', async (method, path, status) => {
    const answer = await platform.ask(method, path, status === 401 ? { key: '' } : {});
    expect([answer.status, faultsOf(answer.body, { $ref: '#/components/schemas/PlatformError' })]).toEqual([
      status,
      [],
    ]);
  });

  it('would fail for an answer that does not match', () => {
    const user = { $ref: '#/components/schemas/PageInfo' };
    const page = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
    expect(faultsOf(page, user)).toEqual([]);
    expect(faultsOf({ ...page, more: 1 }, user)).not.toEqual([]);
    expect(faultsOf({ ...page, endCursor: 7 }, user)).not.toEqual([]);
  });

  it('documents paging, deprecations and bodies', () => {
    const { parameters } = described('GET', '/deployments');
    expect(parameters.map(({ name }) => name)).toEqual(['creationStep', 'first', 'after', 'limit', 'offset']);
    const list = spec.components.schemas.DeploymentsListResponse as { properties: Record<string, JsonSchema> };
    expect([list.properties.data?.deprecated, list.properties.items?.deprecated]).toEqual([true, undefined]);
    const make = described('POST', '/users');
    expect(make.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/NewUser' });
    expect(described('DELETE', '/groups/:id/members')).toMatchObject({ requestBody: { required: true } });
    expect(described('PUT', '/users/:id')).toMatchObject({ requestBody: { required: false } });
    expect(Object.keys(make.responses).sort()).toEqual([
      ...['200', '400', '401', '403', '409', '413', '415', '429', '500', '503', 'default'],
    ]);
    expect(Object.keys(described('DELETE', '/users/:id').responses)).toContain('204');
  });

  it('is a readable page, with and without a trailing slash, that loads nothing', async () => {
    for (const path of ['/../docs', '/../docs/']) {
      const { status, text, headers } = await platform.ask('GET', path, { key: '' });
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers).toMatchObject({
        'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
        'x-content-type-options': 'nosniff',
      });
      expect(text).not.toMatch(/<(script|img|link|iframe|form|object|embed)\b|\s(src|style|on\w+)=|https?:/);
      for (const { id } of platformOperations) expect(text).toContain(`<section id="${id}">`);
      const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
      expect(targets.filter((target) => !text.includes(`id="${target}"`))).toEqual([]);
    }
  });

  it('escapes the texts that it shows', async () => {
    const evil = `<img src=x onerror="a('b')">&`;
    const first = Object.values((await openApiOf(platformFace)).paths)[0]?.get;
    if (!first) throw new Error('the first path has a GET');
    const parameter = { name: evil, in: 'query', required: false, description: evil } as const;
    const parameters = [{ ...parameter, schema: { type: evil, format: evil } }];
    const property = { enum: [evil], description: evil };
    const text = referencePage({
      ...spec,
      info: { ...spec.info, title: evil, version: evil, description: evil },
      tags: [{ name: evil, description: evil }],
      paths: { [evil]: { get: { ...first, operationId: evil, tags: [evil], summary: evil, parameters } } },
      components: {
        securitySchemes: { x: { description: evil } },
        schemas: {
          [evil]: {
            properties: { [evil]: property, b: { const: evil }, c: { $ref: `#/x/${evil}` }, d: { pattern: evil } },
          },
        },
      },
    });
    expect(text).not.toContain('<img');
    expect(text).not.toMatch(/onerror="/);
    expect(text).toContain('&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;');
  });

  function described(method: string, path: string) {
    const found = spec.paths[`/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    if (found) return found;
    throw new Error(`${method} ${path} is not described`);
  }

  const faultsOf = (body: unknown, schema: JsonSchema) => describedFaults(body, schema, spec);
});
