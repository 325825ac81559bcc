import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { dialects } from '../../../../../agents/src/models/dialects-fixture.ts';
import { ModelServer } from '../../../../../../tests/servers/model-server.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const now = Date.UTC(2026, 5, 17);
const canary = 'sk-canary-5b1c-secret';
const fast = { name: 'fast', provider: 'openai', model: 'gpt-5-mini', credential: canary };
const account = JSON.stringify({ client_email: 'a@b', private_key: canary, project_id: 'p' });

describe.each(storyKinds)('language models over the Platform API on %s', (kind) => {
  let platform: PlatformFixture;
  let server: ModelServer;

  beforeAll(async () => {
    server = await ModelServer.open();
    platform = await PlatformFixture.open(kind, { now: () => now }, { ORRERY_SOURCE_NETWORKS: '127.0.0.1' });
  });
  afterAll(async () => {
    await platform[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const ask: PlatformFixture['ask'] = async (method, path, asking) => {
    const answer = await platform.ask(method, path, asking);
    expect(answer.text).not.toContain(canary);
    return answer;
  };
  const create = (body: object) => ask('POST', '/ai-models', { body: { ...fast, ...body } });
  const eventsOf = async () => {
    const { body, text } = await ask('GET', '/audit-logs?first=1000');
    expect(text).not.toContain(canary);
    return body.items as readonly { readonly event: string; readonly attributes: Record<string, unknown> }[];
  };

  it('are made, changed, listed and removed, and their credentials never shown', async () => {
    const made = await create({
      name: 'made',
      prices: { input: 0.25, cachedInput: 0.025, output: 2 },
      limits: { dailySpend: 20, dailyTokensPerUser: 500_000 },
      supportsImages: true,
    });
    const { id } = made.body;
    const expected = {
      ...{ id, name: 'made', provider: 'openai', model: 'gpt-5-mini', api: 'responses', baseUrl: null, region: null },
      ...{ hasCredential: true, supportsImages: true, contextTokens: 128_000, isDefault: false },
      prices: { currency: 'USD', input: 0.25, cachedInput: 0.025, output: 2 },
      limits: { dailyTokens: null, dailySpend: 20, dailyTokensPerUser: 500_000, dailySpendPerUser: null },
      ...{ createdAt: '2026-06-17T00:00:00.000Z', updatedAt: '2026-06-17T00:00:00.000Z' },
    };
    expect([made.status, made.body]).toEqual([200, expected]);
    expect((await ask('GET', `/ai-models/${id}`)).body).toEqual(expected);
    const changed = await ask('PUT', `/ai-models/${id}`, {
      body: { name: 'renamed', api: 'chat', limits: { dailyTokens: 5 }, prices: null, isDefault: true },
    });
    expect(changed.body).toMatchObject({
      ...{ name: 'renamed', api: 'chat', prices: null, isDefault: true, hasCredential: true },
      limits: { dailyTokens: 5, dailySpend: null },
    });
    expect((await ask('PUT', `/ai-models/${id}`, { body: {} })).body).toMatchObject({ limits: { dailyTokens: 5 } });
    const second = await create({ name: 'second', isDefault: true });
    const listed = (await ask('GET', '/ai-models?first=1000')).body.items as readonly {
      isDefault: boolean;
      name: string;
    }[];
    expect(listed.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['second']);
    const [first] = (await ask('GET', '/ai-models?first=1')).body.items;
    expect(first).toMatchObject({ id });
    for (const each of [id, second.body.id]) expect((await ask('DELETE', `/ai-models/${each}`)).status).toBe(204);
    expect((await ask('GET', `/ai-models/${id}`)).status).toBe(404);
    expect((await ask('PUT', `/ai-models/${id}`, { body: {} })).status).toBe(404);
    expect((await ask('POST', `/ai-models/${id}/test`)).status).toBe(404);
    const events = (await eventsOf()).filter(({ event }) => event.endsWith('AI model'));
    const [deleted] = events;
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set(['Created AI model', 'Updated AI model', 'Deleted AI model']),
    );
    expect(deleted?.attributes).toMatchObject({ name: 'second', provider: 'openai', model: 'gpt-5-mini' });
  });

  it.each([
    [{ provider: 'closedai' }, 'provider', 'must be one of openai, openai-compatible, anthropic, bedrock, vertex'],
    [{ name: 'auto' }, 'name', 'must not be auto'],
    [{ name: 'Analyst' }, 'name', 'must not be Analyst'],
    [{ name: ' x' }, 'name', '1 to 100 characters'],
    [{ name: 'a\u202eb' }, 'name', '1 to 100 characters'],
    [{ model: '' }, 'model', '1 to 255 characters'],
    [{ api: 'completions' }, 'api', 'must be responses or chat'],
    [{ provider: 'anthropic', api: 'chat' }, 'api', 'is for openai only'],
    [{ credential: null }, 'credential', 'is missing: openai asks for an API key'],
    [{ credential: `${canary}\r\nx-other: 1` }, 'credential', 'printable characters without spaces'],
    [{ provider: 'openai-compatible' }, 'baseUrl', 'is missing'],
    [{ baseUrl: 'ftp://files.example' }, 'baseUrl', 'must begin with https://'],
    [{ baseUrl: 'https://user:pw@host.example' }, 'baseUrl', 'must not hold a user or a password'],
    [{ baseUrl: 'https://host.example/v1?key=1' }, 'baseUrl', 'must end with its path'],
    [{ baseUrl: 'not a url' }, 'baseUrl', 'must be a URL'],
    [{ baseUrl: 'http://169.254.169.254/latest' }, 'baseUrl', 'is not an address of the internet'],
    [{ baseUrl: 'https://[::ffff:10.0.0.1]/' }, 'baseUrl', 'is not an address of the internet'],
    [{ baseUrl: 'http://2852039166/' }, 'baseUrl', 'is not an address of the internet'],
    [{ region: 'us-east-1' }, 'region', 'is for bedrock and vertex only'],
    [{ provider: 'bedrock' }, 'region', 'is missing'],
    [{ provider: 'bedrock', region: 'evil.example/#' }, 'region', 'must be the name of a region'],
    [{ provider: 'bedrock', region: 'us-east-1', baseUrl: 'https://x.example' }, 'baseUrl', 'is not for bedrock'],
    [{ provider: 'bedrock', region: 'us-east-1', credential: null }, 'credential', 'models of its project file only'],
    [{ provider: 'bedrock', region: 'us-east-1', credential: '{"accessKeyId":"a"}' }, 'credential', 'accessKeyId and'],
    [{ provider: 'vertex', region: 'global', credential: '{}' }, 'credential', 'key of a service account'],
    [{ provider: 'vertex', region: 'global', credential: null }, 'credential', 'models of its project file only'],
    [{ prices: { input: 1e9, output: 1 } }, 'prices.input', 'must be USD from 0'],
    [{ prices: { input: 0.0000001, output: 1 } }, 'prices.input', 'at most 6 decimals'],
    [{ limits: { dailySpend: 5 } }, 'limits.dailySpend', 'needs the prices of the model'],
    [{ contextTokens: 1_000_000_000 }, 'contextTokens', 'must be a whole number'],
  ])('are refused with %j', async (body, path, message) => {
    const answer = await create({ name: 'refused', ...body });
    expect([answer.status, answer.body.details]).toEqual([400, [{ path, message: expect.stringContaining(message) }]]);
  });

  it('are refused with everything that is wrong at once', async () => {
    const { status, body } = await create({ name: '', baseUrl: 'x', region: 'y', contextTokens: 1_000_000_000 });
    expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['name', 'baseUrl', 'region', 'contextTokens'],
    ]);
    const wrong = await create({ prices: { input: -1, output: 'x' }, limits: { dailyTokens: 1.5 } });
    expect([wrong.status, wrong.body.details.length]).toEqual([400, 3]);
  });

  it('keep a credential to the server that it was given for', async () => {
    const { id } = (await create({ name: 'kept', baseUrl: 'https://one.example/v1' })).body;
    const change = (body: object) => ask('PUT', `/ai-models/${id}`, { body });
    for (const body of [
      { baseUrl: 'https://two.example/v1' },
      { baseUrl: null },
      { provider: 'anthropic' },
      { provider: 'openai-compatible', baseUrl: 'https://two.example/v1' },
    ]) {
      const { status, body: answer } = await change(body);
      expect([status, answer.details]).toEqual([
        400,
        [{ path: 'credential', message: 'must be given again when provider, baseUrl or region change' }],
      ]);
    }
    expect((await change({ baseUrl: 'https://two.example/v1', credential: canary })).status).toBe(200);
    expect((await change({ model: 'gpt-5' })).status).toBe(200);
    expect((await change({ credential: null })).status).toBe(400);
    const open = { provider: 'openai-compatible', baseUrl: 'https://two.example/v1', credential: null };
    expect((await change(open)).body.hasCredential).toBe(false);
    const other = { provider: 'vertex', region: 'global', credential: account, baseUrl: null };
    expect((await change(other)).body).toMatchObject({ provider: 'vertex', api: null, region: 'global' });
  });

  it('have names of their own', async () => {
    const { id } = (await create({ name: 'taken' })).body;
    expect((await create({ name: 'taken' })).status).toBe(409);
    const other = (await create({ name: 'free' })).body;
    expect((await ask('PUT', `/ai-models/${other.id}`, { body: { name: 'taken' } })).status).toBe(409);
    expect((await ask('PUT', `/ai-models/${id}`, { body: { name: 'taken' } })).status).toBe(200);
  });

  it('are tested by a call, which tells the kind of a failure and nothing that the server says', async () => {
    const [dialect] = dialects;
    if (!dialect) throw new Error('there is a dialect');
    const { id } = (await create({ name: 'tested', api: 'chat', baseUrl: server.url })).body;
    const test = async () => (await ask('POST', `/ai-models/${id}/test`)).body;
    const renamed = await ask('PUT', `/ai-models/${id}`, { body: { name: 'tested-again' } });
    expect(renamed.status).toBe(200);
    server.sends(dialect.events({ texts: ['OK'] }));
    expect(await test()).toEqual({ ok: true, latencyMs: expect.any(Number), failure: null, status: null });
    expect(server.asked[0]?.headers['authorization']).toBe(`Bearer ${canary}`);
    server.reset();
    server.answer = (_, reply) => reply.writeHead(401).end(dialect.errorBody(`internal words, ${canary}`));
    const refused = await ask('POST', `/ai-models/${id}/test`);
    expect(refused.body).toEqual({ ok: false, latencyMs: expect.any(Number), failure: 'authentication', status: 401 });
    expect(server.asked).toHaveLength(1);
    server.answer = (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    expect(await test()).toMatchObject({ ok: false, failure: 'redirect', status: null });
    await ask('PUT', `/ai-models/${id}`, { body: { baseUrl: 'http://localhost:1/v1', credential: canary } });
    expect(await test()).toMatchObject({ ok: false, failure: 'unreachable', status: null });
    const vertex = (await create({ name: 'vertex', provider: 'vertex', region: 'global', credential: account })).body;
    const missing = await ask('POST', `/ai-models/${vertex.id}/test`);
    expect(missing.body).toMatchObject({ ok: false, failure: 'not-installed' });
    const { body: usage } = await ask('GET', '/ai-usage');
    expect(usage.items).toContainEqual({
      ...{ day: '2026-06-17', model: 'tested-again', userId: expect.any(Number), userName: 'root' },
      ...{ inputTokens: 50, cachedInputTokens: 20, outputTokens: 7, cost: 0, calls: 4 },
    });
  });

  it('tell what was used in parts, and refuse days and cursors that are none', async () => {
    const first = (await ask('GET', '/ai-usage?first=1&from=2026-06-01&to=2026-06-30')).body;
    expect(first.items).toHaveLength(1);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = (await ask('GET', `/ai-usage?first=1&after=${first.pageInfo.endCursor}`)).body;
    expect(second.items).toHaveLength(1);
    expect(second.items).not.toEqual(first.items);
    expect((await ask('GET', '/ai-usage?from=2027-01-01')).body.items).toEqual([]);
    for (const query of ['from=yesterday', 'to=2026-13-01', 'form=2026-01-01', 'after=x', 'first=0'])
      expect([query, (await ask('GET', `/ai-usage?${query}`)).status]).toEqual([query, 400]);
  });

  it('are for admins; keys for some deployments change nothing and call nothing', async () => {
    const { id } = (await create({ name: 'guarded' })).body;
    const developer = await platform.keyOf({ username: 'dev', role: 'developer' });
    const narrow = await platform.keyOf({ username: 'narrow', role: 'admin' }, [1]);
    const asked = [
      ['GET', '/ai-models', 200],
      ['GET', `/ai-models/${id}`, 200],
      ['GET', '/ai-usage', 200],
      ['POST', '/ai-models', 403],
      ['PUT', `/ai-models/${id}`, 403],
      ['DELETE', `/ai-models/${id}`, 403],
      ['POST', `/ai-models/${id}/test`, 403],
    ] as const;
    for (const [method, path, ofNarrow] of asked) {
      const body = { ...fast, name: 'x' };
      expect([path, (await ask(method, path, { key: developer, body })).status]).toEqual([path, 403]);
      expect([path, (await ask(method, path, { key: narrow, body })).status]).toEqual([path, ofNarrow]);
      expect([path, (await ask(method, path, { key: '', body })).status]).toEqual([path, 401]);
    }
  });

  it('are at most a hundred', async () => {
    const before = (await ask('GET', '/ai-models?first=1000')).body.items.length;
    for (let at = before; at < 100; at += 1) await create({ name: `many-${at}` });
    const { status, body } = await create({ name: 'one-more' });
    expect([status, body.error]).toEqual([409, 'An account has at most 100 models']);
  });
});

it('a base URL without TLS is for networks that the operator allows', async () => {
  await using platform = await PlatformFixture.open('sqlite', { now: () => now });
  const { status, body } = await platform.ask('POST', '/ai-models', { body: { ...fast, baseUrl: 'http://m.example' } });
  expect([status, body.details]).toEqual([
    400,
    [{ path: 'baseUrl', message: 'must begin with https://, because the credential is sent there' }],
  ]);
});
