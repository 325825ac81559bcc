import { GraphqlPlanner } from './graphql/index.ts';
import {
  dataErrorSchema,
  dryRunAnswerSchema,
  loadResultSchema,
  multiLoadResultSchema,
  sqlAnswerSchema,
} from '@orrery/contract';
import { EngineError } from '@orrery/engines';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiScope } from '../../../../kernel/src/caller/api-scopes.ts';
import { Unauthorized } from '../../../../kernel/src/failure/errors.ts';
import { AnswerService } from '../../../../runtime/src/answer/answer-service.ts';
import { registerDataRoutes } from './data-routes.ts';
import { ignoreQueries } from '../../../../runtime/src/query/query-observer.ts';
import { RequestMemory } from '../../../../runtime/src/query/request-memory.ts';
import { Statements } from '../../../../runtime/src/statement/index.ts';
import { type CannedAnswer, canned, sampleRuntime } from '../../../../runtime/src/query/sample-runtime.ts';

const open: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

interface Setting {
  readonly answer?: CannedAnswer;
  readonly scopes?: readonly ApiScope[];
  readonly isDevelopment?: boolean;
}

async function serve({
  answer = () => canned(),
  scopes = ['data', 'meta', 'sql'],
  isDevelopment = false,
}: Setting = {}) {
  const { runtime, statements } = sampleRuntime(answer);
  const app = Fastify();
  open.push(app);
  await app.register(
    async (scope) =>
      registerDataRoutes(scope, {
        runtimeOf: async () => runtime,
        principalOf: async (request) => {
          if (!request.headers.authorization) throw new Unauthorized('auth.missing', "Authorization header isn't set");
          return { kind: 'token', deploymentId: 1, securityContext: {}, scopes: new Set(scopes) };
        },
        statedOf: () => ({ deploymentId: 1, securityContext: {} }),
        askerNamed: async () => undefined,
        rightsCheckOf: () => ({ holds: () => false }),
        repeated: { remember: () => undefined, rememberCall: () => undefined, answerCall: () => false },
        graphql: new GraphqlPlanner(),
        sockets: { register: () => undefined },
        memory: new RequestMemory(),
        statements: new Statements(),
        answers: new AnswerService({ cacheBytes: 1_000_000, clock: { now: () => Date.UTC(2024, 4, 15, 10, 20, 30) } }),
        observer: ignoreQueries,
        clock: { now: () => Date.UTC(2024, 4, 15, 10, 20, 30) },
        isDevelopment,
      }),
    { prefix: '/cubejs-api' },
  );
  const get = (path: string, query?: unknown, parameters = {}) =>
    app.inject({
      url: `/cubejs-api/v1/${path}`,
      headers: { authorization: 'x' },
      query: { ...(query === undefined ? {} : { query: JSON.stringify(query) }), ...parameters },
    });
  const post = (path: string, payload: string, type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: `/cubejs-api/v1/${path}`,
      headers: { authorization: 'x', 'content-type': type },
      payload,
    });
  return { app, statements, get, post };
}

const count = { measures: ['orders.count'] };

describe('/v1/load', () => {
  it('answers with the bare result', async () => {
    const { get } = await serve({ answer: () => canned(['7']) });
    const response = await get('load', count);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(loadResultSchema.parse(response.json())).toMatchObject({
      query: { ...count, limit: 10_000, rowLimit: 10_000, timezone: 'UTC', filters: [], dimensions: [] },
      lastRefreshTime: '2024-05-15T10:20:30.000Z',
      dataSource: 'default',
      dbType: 'duckdb',
      data: [{ 'orders.count': '7' }],
    });
    expect(response.json()).not.toHaveProperty('requestId');
  });

  it('answers a POST in the same way, with the query as an object or as text', async () => {
    const { post } = await serve({ answer: () => canned(['7']) });
    for (const query of [count, JSON.stringify(count)]) {
      const response = await post('load', JSON.stringify({ query, queryType: 'multi', other: 1 }));
      expect(multiLoadResultSchema.parse(response.json())).toMatchObject({
        queryType: 'regularQuery',
        results: [{ data: [{ 'orders.count': '7' }] }],
        pivotQuery: { queryType: 'regularQuery' },
      });
    }
  });

  it('keeps the digits of a value that is sent to the engine', async () => {
    const { post, statements } = await serve();
    const query =
      '{"measures":["orders.count"],"filters":[{"member":"orders.total_amount","operator":"gt","values":[9007199254740993]}]}';
    expect((await post('load', `{"query":${query}}`)).statusCode).toBe(200);
    expect(statements[0]?.params).toContain('9007199254740993');
  });

  it('counts the rows when requested', async () => {
    const { get } = await serve({ answer: ({ text }) => (/count\(\*\)/i.test(text) ? canned(['5']) : canned(['a'])) });
    const response = await get('load', { dimensions: ['orders.status'], total: true, limit: 1 });
    expect(response.json()).toMatchObject({ total: 5, data: [{ 'orders.status': 'a' }] });
  });

  it('runs nothing for a limit of zero', async () => {
    const { get, statements } = await serve();
    expect((await get('load', { ...count, limit: 0 })).json()).toMatchObject({ data: [], query: { limit: 0 } });
    expect(statements).toEqual([]);
  });

  it('gives more details in development mode', async () => {
    const { get } = await serve({ isDevelopment: true });
    expect((await get('load', count)).json()).toMatchObject({ usedPreAggregations: {}, requestId: expect.any(String) });
  });

  it('cancels the engine query when the client disconnects', async () => {
    const client = new AbortController();
    let stop = () => undefined as void;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const { app } = await serve({
      answer: (_statement, signal) => ({
        [Symbol.asyncIterator]: () => ({
          next: () => {
            client.abort();
            return new Promise((_, reject) =>
              signal.addEventListener('abort', () => {
                stop();
                reject(new Error('stopped'));
              }),
            );
          },
        }),
      }),
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const url = `${origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(count))}`;
    await expect(fetch(url, { headers: { authorization: 'x' }, signal: client.signal })).rejects.toThrow(/abort/);
    await stopped;
  });
});

const nothingSelected =
  'Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid';

describe('bad requests', () => {
  it.each([
    ['no query', undefined, 'Query param is required'],
    ['an unknown member', { measures: ['orders.nope'] }, "'nope' not found for path 'orders.nope'"],
    ['an unknown cube', { measures: ['nope.count'] }, "Cube 'nope' not found for path 'nope.count'"],
    ['too high a limit', { ...count, limit: 50_001 }, 'Error: The query limit has been exceeded.'],
    ['nothing to select', {}, nothingSelected],
    ['a time dimension alone', { timeDimensions: [{ dimension: 'orders.created_at' }] }, nothingSelected],
    [
      'a filter without values',
      { ...count, filters: [{ member: 'orders.status', operator: 'equals' }] },
      'Values required for filter: {"member":"orders.status","operator":"equals"}',
    ],
    [
      'a filter in a group with empty values',
      { ...count, filters: [{ or: [{ member: 'orders.status', operator: 'equals', values: [] }] }] },
      'Values required for filter: {"member":"orders.status","operator":"equals","values":[]}',
    ],
    ['a bad shape', { measures: 'x' }, 'Invalid query format: "measures" must be an array'],
  ])('%s', async (_name, query, error) => {
    const { get, statements } = await serve();
    const response = await get('load', query);
    expect(response.statusCode).toBe(400);
    const body = dataErrorSchema.parse(response.json());
    expect(body.error).toBe(error);
    expect(body.problems?.length).toBeGreaterThan(0);
    expect(statements).toEqual([]);
  });

  it('lists every fault, of the shape and of the members', async () => {
    const { get } = await serve();
    const response = await get('load', { measures: ['orders.nope'], filters: [{ operator: 'x' }], bogus: 1 });
    const body = dataErrorSchema.parse(response.json());
    expect(body.problems?.map((problem) => problem.path)).toEqual(['filters[0]', 'bogus', 'measures[0]']);
    expect(body.error).toBe('Invalid query format: "filters[0]" does not match any of the allowed types');
    const nothingLeft = await get('load', { measures: 5 });
    expect(nothingLeft.json().problems).toHaveLength(1);
  });

  it('a hidden member answers like one that does not exist', async () => {
    const { get } = await serve({ isDevelopment: true });
    const response = await get('load', { dimensions: ['orders.id'] });
    expect(response.json()).toMatchObject({ type: 'UserError', error: "'id' not found for path 'orders.id'" });
  });

  it('refuses a body that is not JSON, or has another type', async () => {
    const { post } = await serve();
    const malformed = await post('load', '{"query":');
    expect([malformed.statusCode, malformed.json().error]).toEqual([400, expect.stringMatching(/^SyntaxError: /)]);
    const plain = await post('load', JSON.stringify({ query: count }), 'text/plain');
    expect([plain.statusCode, plain.json().error]).toEqual([400, 'Query param is required']);
    for (const body of ['', '[]', '5', 'null']) {
      expect((await post('load', body)).json().error).toBe('Query param is required');
    }
  });

  it('refuses a key given twice', async () => {
    const { post } = await serve();
    const response = await post('load', '{"query":{"measures":["orders.count"],"limit":1,"limit":2}}');
    expect(response.json().error).toBe('Invalid query format: "limit" is given more than once');
  });

  it('refuses a body that is too large', async () => {
    const { post } = await serve();
    const response = await post('load', JSON.stringify({ query: { ...count, timezone: 'x'.repeat(2_000_000) } }));
    expect(response.statusCode).toBe(413);
    expect(response.json().error).toBe('PayloadTooLargeError: request entity too large');
  });

  it('refuses a hundred thousand values, or an endlessly nested filter, within a second', async () => {
    const { post, statements } = await serve();
    const values = Array.from({ length: 100_000 }, (_, index) => index);
    const deep = '{"or":['.repeat(50_000) + ']}'.repeat(50_000);
    for (const filters of [JSON.stringify([{ member: 'orders.status', operator: 'equals', values }]), `[${deep}]`]) {
      const response = await post('load', `{"query":{"measures":["orders.count"],"filters":${filters}}}`);
      expect(response.statusCode).toBe(400);
    }
    expect(statements).toEqual([]);
  });

  it('hides the error text of an engine that fails', async () => {
    const { get } = await serve({
      answer: () => {
        throw new EngineError('conversion', new Error("could not convert 'secret'"));
      },
    });
    const response = await get('load', count);
    expect(response.statusCode).toBe(400);
    expect(response.body).not.toContain('secret');
    expect(response.json()).toMatchObject({
      error: expect.stringMatching(/conversion error for orders\.count/),
      requestId: expect.any(String),
    });
  });
});

describe('rights', () => {
  it('refuses a request without a credential before its body is read', async () => {
    const { app } = await serve();
    const response = await app.inject({ method: 'POST', url: '/cubejs-api/v1/load', payload: '{' });
    expect([response.statusCode, response.json()]).toEqual([401, { error: "Authorization header isn't set" }]);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    ['load', 'data'],
    ['dry-run', 'data'],
    ['sql', 'sql'],
    ['meta', 'meta'],
  ] as const)('%s needs the scope %s', async (path, scope) => {
    const all: readonly ApiScope[] = ['data', 'meta', 'sql', 'graphql', 'jobs'];
    const { get } = await serve({ scopes: all.filter((one) => one !== scope) });
    const response = await get(path, count);
    expect([response.statusCode, response.json()]).toEqual([403, { error: `API scope is missing: ${scope}` }]);
  });
});

describe('/v1/sql', () => {
  it('gives the statement and its parameters', async () => {
    const { get, statements } = await serve();
    const query = { ...count, filters: [{ member: 'orders.status', operator: 'equals', values: ['new'] }] };
    const { sql } = sqlAnswerSchema.parse((await get('sql', query)).json());
    expect(sql.sql[0]).toContain('orders__count');
    expect(sql.sql[1]).toContain('new');
    expect(statements).toEqual([]);
  });

  it('refuses a language that there is not by name', async () => {
    const { get } = await serve();
    const response = await get('sql', undefined, { format: 'mdx', query: 'SELECT 1' });
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      'Invalid query format: "format" must be one of [rest, sql]',
    ]);
  });
});

describe('/v1/dry-run', () => {
  it('shows the meaning of a query', async () => {
    const { get } = await serve();
    const query = {
      ...count,
      dimensions: ['orders.status'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'last 7 days' }],
    };
    const answer = dryRunAnswerSchema.parse((await get('dry-run', query)).json());
    expect(answer.queryOrder).toEqual([{ 'orders.count': 'desc' }]);
    expect(answer.normalizedQueries[0]).toMatchObject({
      cacheMode: 'stale-if-slow',
      timeDimensions: [
        { dimension: 'orders.created_at', dateRange: ['2024-05-08T00:00:00.000', '2024-05-14T23:59:59.999'] },
      ],
    });
  });
});

describe('/v1/meta', () => {
  it('is sent in its kept compressed form, and not sent again to clients that have it', async () => {
    const { app, get } = await serve();
    const first = await get('meta');
    expect(first.json().cubes).toHaveLength(3);
    const headers = { authorization: 'x', 'accept-encoding': 'gzip' };
    const zipped = await app.inject({ url: '/cubejs-api/v1/meta', headers });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const etag = String(first.headers['etag']);
    const again = await app.inject({ url: '/cubejs-api/v1/meta', headers: { ...headers, 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
