import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../packages/cli/src/log/create-log.ts';
import { type Answer, AttackedService } from './attacks/attacked-service.ts';
import { postgresDatabase, type TestDatabase } from './servers/postgres.ts';
import { type TcpProxy, tcpProxy } from './servers/tcp-proxy.ts';
import { eventually } from './eventually.ts';

let database: TestDatabase;
let client: pg.Client;
let proxy: TcpProxy;
let directory: string;
let service: AttackedService;
let log: string;

const model = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: city, sql: city, type: string }
      - { name: amount_text, sql: city, type: number }
      - { name: point, sql: "point(id, id)", type: string }
      - { name: row, sql: "ROW({CUBE}.id, {CUBE}.city)", type: string }
      - { name: no_time, sql: city, type: time }
    measures:
      - { name: count, type: count }
      - { name: amount, sql: amount, type: sum }
      - { name: text_sum, sql: city, type: sum }
      - { name: bad_number, sql: "CAST({CUBE}.city AS integer)", type: sum }
      - { name: not_there, sql: not_there, type: sum }
      - { name: written, sql: "nextval('numbers')", type: max }
  - name: many
    sql: SELECT generate_series(1, 20000) AS id, repeat('x', 2000) AS filler
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: filler, sql: "{CUBE}.filler || {CUBE}.id", type: string }
  - name: sleepers
    sql: SELECT pg_sleep(600), 1 AS id
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
`;

beforeAll(async () => {
  database = await postgresDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    CREATE SEQUENCE numbers;
    CREATE TABLE orders (id integer PRIMARY KEY, city text, amount numeric(18, 2));
    INSERT INTO orders VALUES (1, 'Ulm', 1.10), (2, 'Bonn', 9007199254740993.00), (3, NULL, NULL);`);
  directory = await mkdtemp(join(tmpdir(), 'orrery-project-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model/orders.yml'), model);
  await writeFile(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: postgres\n    url: ${SHOP_URL}\nquery:\n  concurrency: 4\n  timeout_seconds: 2\n',
  );
});

afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

beforeEach(async () => {
  log = '';
  proxy = await tcpProxy(Number(new URL(database.url).port));
});

afterEach(async () => {
  await service?.[Symbol.asyncDispose]();
  await proxy.close();
  expect(log).not.toContain(new URL(database.url).password);
});

async function serve(): Promise<void> {
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const sink = { write: (line: string) => void (log += line), flush: () => undefined };
  service = await AttackedService.open({
    directory,
    environment: { SHOP_URL: String(url) },
    log: createLog({ level: 'debug', format: 'json' }, sink).log,
  });
}

async function countBackends(): Promise<number> {
  const { rows } = await client.query(
    "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orrery' AND state <> 'idle'",
  );
  return Number(rows[0]?.count);
}

/** Expects one clear error without any detail of the connection, a free slot, and an answer to the next query. */
async function expectFailure(answer: Answer, errorClass: string): Promise<void> {
  expect(answer).toMatchObject({ status: 400, body: { problems: [{ code: `data-source.${errorClass}` }] } });
  expect(answer.text).not.toMatch(new RegExp([new URL(database.url).password, String(proxy.port)].join('|')));
  expect(service.served.composition.runtime.queueOf('default').running).toBe(0);
}

async function expectAnswers(): Promise<void> {
  const answer = await service.ask({ measures: ['orders.count', 'orders.amount'], renewQuery: true });
  expect(answer.body?.data).toEqual([{ 'orders.count': '3', 'orders.amount': '9007199254740994.10' }]);
}

it('starts while the database is down, reports it, and answers when it is up', async () => {
  proxy.cut();
  await serve();
  expect(await service.get('/readyz')).toMatchObject({ text: '{"health":"DOWN"}' });
  expect((await service.get('/cubejs-api/v1/meta')).status).toBe(200);
  await expectFailure(await service.ask({ measures: ['orders.count'] }), 'connection');
  proxy.mend();
  await expectAnswers();
  await eventually(async () => expect(await service.get('/readyz')).toMatchObject({ text: '{"health":"HEALTH"}' }));
});

it('fails once when the database dies while rows arrive', async () => {
  await serve();
  await expectAnswers();
  // Afterwards the types of the cube are known, so that the next query asks for its rows alone.
  expect((await service.ask({ dimensions: ['many.id'], limit: 1 })).status).toBe(200);
  await eventually(async () => expect(await countBackends()).toBe(0));
  const asked = service.ask({ dimensions: ['many.id', 'many.filler'], limit: 20_000 });
  await eventually(async () => expect(await countBackends()).toBe(1));
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orrery'",
  );
  await expectFailure(await asked, 'connection');
  await expectAnswers();
});

it('stops a query that takes too long', async () => {
  await serve();
  await expectFailure(await service.ask({ measures: ['sleepers.count'] }), 'timeout');
  expect(await countBackends()).toBe(0);
  await expectAnswers();
});

it.each([
  ['orders.text_sum', 'statement'],
  ['orders.bad_number', 'conversion'],
  ['orders.not_there', 'statement'],
  ['orders.written', 'forbidden'],
])('fails once where the model takes a column for what it is not: %s', async (measure, errorClass) => {
  await serve();
  await expectFailure(await service.ask({ measures: [measure] }), errorClass);
  await expectAnswers();
});

it("returns values of undeclared types as the server's text", async () => {
  await serve();
  const names = ['orders.amount_text', 'orders.point', 'orders.row'];
  const { body } = await service.ask({
    dimensions: ['orders.id', ...names],
    ungrouped: true,
    order: { 'orders.id': 'asc' },
  });
  expect(body?.data?.map((row) => names.map((name) => row[name]))).toEqual([
    ['Ulm', '(1,1)', '(1,Ulm)'],
    ['Bonn', '(2,2)', '(2,Bonn)'],
    [null, '(3,3)', '(3,)'],
  ]);
  const time = { dimension: 'orders.no_time', granularity: 'day' };
  await expectFailure(await service.ask({ measures: ['orders.count'], timeDimensions: [time] }), 'conversion');
  await expectAnswers();
});

it('leaves no backend running when 64 clients leave', async () => {
  await serve();
  const leaving = new AbortController();
  const asked = Array.from({ length: 64 }, (_, index) =>
    fetch(
      `${service.served.origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify({ measures: ['sleepers.count'], limit: index + 1 }))}`,
      {
        headers: { authorization: service.served.token, 'x-forwarded-proto': 'https' },
        signal: leaving.signal,
      },
    ).then(
      () => 'answered',
      () => 'left',
    ),
  );
  await eventually(async () => expect(await countBackends()).toBeGreaterThan(0));
  leaving.abort();
  await Promise.all(asked);
  await eventually(async () => expect(await countBackends()).toBe(0));
  await expectAnswers();
});
