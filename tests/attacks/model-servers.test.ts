import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { dialects } from '../../packages/agents/src/models/dialects-fixture.ts';
import { ModelServer } from '../servers/model-server.ts';
import { ChatServer } from '../chat/chat-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const canary = 'sk-canary-7f3a49d25d1b6c0e';
const inside = 'words-of-an-internal-service';
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
];
const leaksIn = (text: string) => formsOf(canary).filter((form) => text.includes(form));
const dialect = dialects.find(({ model }) => model.provider === 'openai-compatible');
if (!dialect) throw new Error('there is such a dialect');

describe.each(storyKinds)('servers of models, on %s', (kind) => {
  let server: ModelServer;
  let chat: ChatServer;
  let logged: string;

  const open = async (environment: Readonly<Record<string, string>> = {}) => {
    logged = '';
    const sink = { write: (text: string) => void (logged += text), flush: () => undefined };
    const { log } = createLog({ level: 'trace', format: 'json' }, sink);
    chat = await ChatServer.open(kind, { environment, log });
  };
  const register = (body: object) =>
    chat.platform('POST', '/ai-models', {
      ...{ name: 'own', provider: 'openai-compatible', model: 'm', credential: canary },
      ...body,
    });

  beforeEach(async () => {
    server = await ModelServer.open();
    server.answer = (_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(inside);
  });
  afterEach(async () => {
    await chat[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('39: a base URL that leads into the network of the server is asked nothing, by tests and by chats', async () => {
    await open();
    const literal = [
      ...['http://127.0.0.1/', 'https://127.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://017700000001/'],
      ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://0.0.0.0/'],
      ...['https://169.254.169.254/latest', 'https://100.100.100.200/', 'https://192.168.0.1/', 'https://10.0.0.1/'],
      ...['http://localhost:80/', 'file:///etc/passwd', 'unix:/run/x.sock', 'javascript:alert(1)', '//127.0.0.1/'],
      ...['https://127.0.0.1@model.example/', 'https://model.example/#@127.0.0.1', 'https://x.example\\@127.0.0.1/'],
    ];
    for (const baseUrl of literal) {
      const { status, body } = await register({ baseUrl });
      expect([baseUrl, status, body.details?.[0]?.path]).toEqual([baseUrl, 400, 'baseUrl']);
    }
    // A name is looked up when it is connected to; that of this machine stands for one that changes its address.
    const { body: made } = await register({ baseUrl: `https://localhost:${server.port}/v1` });
    const tested = await chat.platform('POST', `/ai-models/${made.id}/test`);
    expect(tested.body).toEqual({ ok: false, latencyMs: expect.any(Number), failure: 'unreachable', status: null });
    const answer = await chat.ask({ input: 'orders by city' });
    expect(answer.lines.flatMap(({ error }) => error ?? [])).toEqual([
      'LlmError: The server of the model cannot be reached',
    ]);
    expect(server.asked).toEqual([]);
    expect(logged).toContain('ORRERY_SOURCE_NETWORKS');
    expect(`${tested.text}${answer.text}`).not.toMatch(/127\.0\.0\.1|::1|ORRERY_SOURCE_NETWORKS/);
  });

  it('39: redirects are not followed, and nothing of what a server says is shown', async () => {
    await open({ ORRERY_SOURCE_NETWORKS: '127.0.0.1' });
    await using target = await ModelServer.open();
    target.answer = (_, reply) => reply.end(inside);
    const { body: made } = await register({ baseUrl: server.url });
    const tested = async () => {
      const test = await chat.platform('POST', `/ai-models/${made.id}/test`);
      expect(test.text + logged).not.toContain(inside);
      return test.body.failure;
    };
    const locations = [target.url, 'http://169.254.169.254/latest', 'file:///etc/passwd', `//127.0.0.1:${target.port}`];
    for (const location of locations) {
      server.answer = (_, reply) => reply.writeHead(307, { location }).end(inside);
      expect(await tested()).toBe('redirect');
      const answer = await chat.ask({ input: 'orders by city' });
      expect(answer.lines.flatMap(({ error }) => error ?? [])).toEqual([expect.stringContaining('redirects')]);
      expect(answer.text).not.toContain(inside);
    }
    expect(target.asked).toEqual([]);
    for (const [status, type] of [
      [200, 'text/html'],
      [200, 'application/json'],
      [404, 'text/html'],
      [500, 'text/plain'],
    ] as const) {
      server.answer = (_, reply) => reply.writeHead(status, { 'content-type': type }).end(inside);
      expect(await tested()).toMatch(/^(?:dropped|not-found|server-error|unreadable)$/);
    }
  });

  it('39: a network that is opened for models stays closed for GeoJSON, which everybody with charts fetches', async () => {
    await open({ ORRERY_SOURCE_NETWORKS: '127.0.0.1' });
    const { status, text } = await chat.platform('POST', '/map-shapes', { url: server.url });
    expect([status, text]).toEqual([400, expect.stringContaining('The server of the GeoJSON cannot be reached')]);
    expect(server.asked).toEqual([]);
  });

  it('43: a credential is in no answer, log, prompt, description or row', async () => {
    await open({ ORRERY_SOURCE_NETWORKS: '127.0.0.1' });
    const answers: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await chat.platform(method, path, body);
      answers.push(answer.text);
      return answer.body;
    };
    const service = { client_email: canary, private_key: canary };
    await ask('POST', '/ai-models', { name: canary.slice(0, 2), provider: 'openai', model: '', credential: canary });
    await ask('POST', '/ai-models', { name: 'v', provider: 'vertex', model: 'm', credential: JSON.stringify(service) });
    await ask('POST', '/ai-models', { name: 'x', provider: 'anthropic', model: 'm', credential: `${canary}\n` });
    const own = { name: 'own', provider: 'openai-compatible', model: 'm', baseUrl: server.url, credential: canary };
    const { id } = await ask('POST', '/ai-models', own);
    await ask('POST', '/ai-models', own);
    await ask('PUT', `/ai-models/${id}`, { credential: `${canary}2`, contextTokens: 0 });
    await ask('PUT', `/ai-models/${id}`, { credential: canary, supportsImages: true });
    // The worst server: it says all that it was told, in every way.
    const replies = [
      (words: string) => dialect.errorBody(words),
      (words: string) => dialect.failure(words),
      (words: string) => [...dialect.events({ texts: ['So'], end: 'none' }), dialect.failure(words)].join(''),
    ];
    for (const [at, status] of [
      [0, 401],
      [0, 400],
      [1, 200],
      [2, 200],
    ] as const) {
      server.answer = ({ headers }, reply) =>
        reply
          .writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
          .end(replies[at]?.(`no: ${headers['authorization']} ${headers['authorization']}`));
      await ask('POST', `/ai-models/${id}/test`);
      const answer = await chat.ask({ input: 'orders by city' });
      answers.push(answer.text);
      expect(answer.lines.flatMap(({ error }) => error ?? [])).toEqual([expect.stringContaining('***')]);
      const [{ state } = {}] = answer.lines;
      answers.push((await chat.ask({ chatId: state?.chatId })).text);
    }
    for (const path of [
      '/ai-models',
      `/ai-models/${id}`,
      '/ai-usage',
      '/audit-logs',
      '/audit-logs/export',
      '/chat/threads',
    ])
      await ask('GET', path);
    answers.push(await (await fetch(`${chat.service.served.origin}/api/v1/spec`)).text());
    await ask('DELETE', `/ai-models/${id}`);
    expect(leaksIn(answers.join('\n'))).toEqual([]);
    expect(leaksIn(logged)).toEqual([]);
    expect(logged).toContain('a call of a model failed');
    expect(server.asked.length).toBeGreaterThan(6);
    for (const { body } of server.asked) expect(leaksIn(JSON.stringify(body))).toEqual([]);
    expect(server.asked.map(({ headers }) => headers['authorization'])).toContain(`Bearer ${canary}`);
  });

  it('43: a credential is sealed in the store, for its account and model', async () => {
    await open();
    const made = await register({ baseUrl: 'https://models.example/v1' });
    await register({ name: 'other', baseUrl: 'https://models.example/v1', credential: 'sk-another-one' });
    expect(made.status).toBe(200);
    const { store } = chat.metadata;
    const rows = await store.database.selectFrom('ai_model').selectAll().orderBy('id').execute();
    expect(leaksIn(JSON.stringify(rows))).toEqual([]);
    const [first, second] = rows;
    // A text that was moved to another model does not open.
    await store.database
      .updateTable('ai_model')
      .set({ sealed: first?.sealed ?? '' })
      .where('id', '=', second?.id ?? 0)
      .execute();
    const test = await chat.platform('POST', `/ai-models/${second?.id}/test`);
    expect([test.status, leaksIn(test.text)]).toEqual([500, []]);
    expect(leaksIn(logged)).toEqual([]);
  });
});
