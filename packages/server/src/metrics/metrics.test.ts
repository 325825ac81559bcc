import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { RuntimeFigures } from '../../../runtime/src/runtime.ts';
import type { QueryEvent } from '../../../runtime/src/query/query-observer.ts';
import type { Person } from '../../../kernel/src/caller/caller.ts';
import { Unauthorized } from '../../../kernel/src/failure/errors.ts';
import { answerErrors } from '../http/answer-errors.ts';
import { followRequests } from '../http/follow-requests.ts';
import { SocketFigures } from '../faces/data/sockets/socket-figures.ts';
import { Metrics } from './metrics.ts';
import { registerMetricsRoute } from './metrics-routes.ts';

const token = 'a-token-for-scrapers-of-the-tests-0123456789';
const figures: RuntimeFigures = {
  model: { compiles: 3, refusedCompiles: 1, lastCompileMs: 250, problems: 2, variants: 0 },
  queues: [{ dataSource: 'warehouse', running: 4, waiting: 7 }],
};

const event: QueryEvent = {
  requestId: 'request-1',
  deploymentId: 1,
  branch: null,
  endpoint: 'load',
  principal: { deploymentId: 1, securityContext: { sub: 'bob-the-caller' } },
  query: { measures: ['orders.count'] },
  statements: ['SELECT 1'],
  dataSource: 'warehouse',
  startedAt: 0,
  timingsMs: { bind: 0.2, engine: 40, total: 41 },
  cache: 'miss',
  rows: 1,
  bytes: 2,
  status: 200,
  errorCode: undefined,
};

let app: FastifyInstance | undefined;

const person: Person = {
  kind: 'person',
  accountId: 1,
  userId: 1,
  username: 'ann',
  email: undefined,
  role: 'admin',
  grants: [],
  deployments: 'all',
};
const keys: ReadonlyMap<string, Person> = new Map([
  ['Bearer admin-key', person],
  ['Api-Key admin-key', person],
  ['Bearer viewer-key', { ...person, role: 'viewer' }],
  ['Bearer foreign-key', { ...person, accountId: 2 }],
  ['Bearer scoped-key', { ...person, deployments: new Set([1]) }],
]);

async function serve(given: { readonly token: string | undefined } = { token }) {
  const metrics = new Metrics({
    runtimes: () => [{ deploymentId: 1, branch: 'next', figures: () => figures }],
    answers: () => ({ entries: 5, bytes: 4096, evicted: 2, running: 1, cancelled: 6 }),
    repeated: () => ({ entries: 7, bytes: 8192, answered: 9 }),
    memory: () => ({ requests: 3, bytes: 4096 }),
    sockets: new SocketFigures(),
    epochs: { lagMs: () => 450 },
    history: { figures: { since: 0, buffered: 7, written: 8, dropped: 9, failedWrites: 10 } },
  });
  app = Fastify();
  followRequests(app, [metrics.requests]);
  answerErrors(app, { isDevelopment: false });
  registerMetricsRoute(app, metrics, {
    token: given.token,
    personOf: async ({ authorization = '' }) => {
      const found = keys.get(authorization);
      if (!found) throw new Unauthorized('auth.invalid-key', 'Invalid API key');
      return found;
    },
  });
  app.get('/d/:deploymentId/load', async () => 'rows');
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const scrape = async (authorization: string | undefined = `Bearer ${token}`) => {
    const answer = await fetch(`${origin}/metrics`, { headers: authorization ? { authorization } : {} });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { metrics, origin, scrape };
}

afterEach(() => app?.close());

it('metrics are for scrapers with their token and for admins of everything, and for no other caller', async () => {
  const { scrape } = await serve();
  const statuses = async (given: readonly string[]) =>
    (await Promise.all(given.map(scrape))).map(({ status }) => status);
  const admitted = [`Bearer ${token}`, `bearer ${token}`, 'Bearer admin-key', 'Api-Key admin-key'];
  expect(await statuses(admitted)).toEqual([200, 200, 200, 200]);
  expect(await statuses(['Bearer viewer-key', 'Bearer scoped-key', 'Bearer foreign-key'])).toEqual([403, 403, 403]);
  const refused = ['', token, `Bearer ${token}x`, `Bearer x ${token}`, `Basic ${token}`, 'Bearer undefined', 'Bearer '];
  expect(await statuses(refused)).toEqual(refused.map(() => 401));
  expect((await scrape('')).headers.get('www-authenticate')).toBe('Bearer');
});

it('metrics have no token when none is set', async () => {
  const { scrape } = await serve({ token: undefined });
  for (const authorization of ['Bearer undefined', 'Bearer ', `Bearer ${token}`]) {
    expect((await scrape(authorization)).status).toBe(401);
  }
  expect((await scrape('Bearer admin-key')).status).toBe(200);
});

it('metrics report the times of query stages, the cache, and errors', async () => {
  const { metrics, scrape } = await serve();
  metrics.queries.observe(event);
  metrics.queries.observe({ ...event, cache: 'hit', timingsMs: { bind: 0.1, total: 0.2 } });
  for (const errorCode of ['query.unknown-member', 'data-source.timeout', 'request.client-left', 'internal']) {
    metrics.queries.observe({ ...event, cache: 'none', timingsMs: { total: 1 }, errorCode });
  }
  const { text, headers } = await scrape();
  expect(headers.get('content-type')).toContain('version=0.0.4');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      '# TYPE orrery_query_stage_seconds histogram',
      'orrery_query_stage_seconds_bucket{endpoint="load",stage="bind",le="0.00025"} 2',
      'orrery_query_stage_seconds_bucket{endpoint="load",stage="engine",le="0.025"} 0',
      'orrery_query_stage_seconds_bucket{endpoint="load",stage="engine",le="0.05"} 1',
      'orrery_query_stage_seconds_bucket{endpoint="load",stage="engine",le="+Inf"} 1',
      'orrery_query_stage_seconds_sum{endpoint="load",stage="engine"} 0.04',
      'orrery_query_stage_seconds_count{endpoint="load",stage="total"} 6',
      'orrery_queries_total{endpoint="load",cache="hit"} 1',
      'orrery_queries_total{endpoint="load",cache="none"} 4',
      'orrery_query_errors_total{endpoint="load",error="query"} 1',
      'orrery_query_errors_total{endpoint="load",error="data-source.timeout"} 1',
      'orrery_query_errors_total{endpoint="load",error="cancelled"} 1',
      'orrery_query_errors_total{endpoint="load",error="internal"} 1',
    ]),
  );
});

it('metrics read gauges from their owners', async () => {
  const { scrape } = await serve();
  const { text } = await scrape();
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'orrery_queue_running{deployment="1",branch="next",data_source="warehouse"} 4',
      'orrery_queue_waiting{deployment="1",branch="next",data_source="warehouse"} 7',
      'orrery_model_compiles_total{deployment="1",branch="next"} 3',
      'orrery_model_compile_seconds{deployment="1",branch="next"} 0.25',
      'orrery_runs_cancelled_total 6',
      'orrery_standing_lag_seconds 0.45',
      'orrery_history_buffered 7',
      'orrery_history_written_total 8',
      'orrery_history_dropped_total 9',
      'orrery_history_failed_writes_total 10',
    ]),
  );
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
});

it('metrics have no series that callers can create', async () => {
  const { metrics, origin, scrape } = await serve();
  for (let index = 0; index < 50; index++) {
    await fetch(`${origin}/made-up-${index}?made-up=${index}`, { method: ['GET', 'PUT', 'PROPFIND'][index % 3] ?? '' });
    await fetch(`${origin}/d/${index}/load`, { headers: { 'x-request-id': `made-up-${index}` } });
    metrics.queries.observe({ ...event, requestId: `made-up-${index}`, query: { measures: [`made.up_${index}`] } });
  }
  const { text } = await scrape();
  expect(text).not.toMatch(/made.up|bob-the-caller/);
  const series = text.split('\n').filter((line) => line.startsWith('orrery_http_request_seconds_count'));
  expect(series.sort()).toEqual([
    'orrery_http_request_seconds_count{method="",route="none",status="4xx"} 50',
    'orrery_http_request_seconds_count{method="GET",route="/d/:deploymentId/load",status="2xx"} 50',
  ]);
});
