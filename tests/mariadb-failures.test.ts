import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../packages/cli/src/log/create-log.ts';
import { type Answer, AttackedService } from './attacks/attacked-service.ts';
import { mariadbDatabase, type TestDatabase } from './servers/mariadb.ts';
import { type TcpProxy, tcpProxy } from './servers/tcp-proxy.ts';
import { eventually } from './eventually.ts';

/** Starts a service for each test. */
vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let connection: Connection;
let proxy: TcpProxy;
let directory: string;
let service: AttackedService;
let log: string;

const model = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: city_as_number, sql: city, type: number }
      - { name: city_as_time, sql: city, type: time }
      - { name: city_as_truth, sql: city, type: boolean }
      - { name: point, sql: "POINT({CUBE}.id, {CUBE}.id)", type: string }
    measures:
      - { name: count, type: count }
      - { name: amount, sql: amount, type: sum }
      - { name: text_sum, sql: city, type: sum }
      - { name: bad_number, sql: "CAST({CUBE}.city AS SIGNED)", type: sum }
      - { name: not_there, sql: not_there, type: sum }
      - { name: written, sql: "NEXTVAL(numbers)", type: max }
      - { name: locked, sql: "GET_LOCK('orders', 1)", type: max }
  - name: many
    sql: SELECT seq AS id, REPEAT('x', 2000) AS filler FROM seq_1_to_20000
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: filler, sql: "{CUBE}.filler || SLEEP(0.01)", type: string }
  - name: sleepers
    sql: SELECT SLEEP(600), 1 AS id
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
`;

beforeAll(async () => {
  database = await mariadbDatabase();
  connection = await createConnection({ uri: database.url, multipleStatements: true });
  await connection.query(`
    CREATE SEQUENCE numbers;
    CREATE TABLE orders (id INT PRIMARY KEY, city VARCHAR(20), amount DECIMAL(18, 2));
    INSERT INTO orders VALUES (1, 'Ulm', 1.10), (2, 'Bonn', 9007199254740993.00), (3, NULL, NULL);`);
  directory = await mkdtemp(join(tmpdir(), 'orrery-project-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model/orders.yml'), model);
});

afterAll(async () => {
  await connection.end();
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

async function serve(timeoutSeconds = 600): Promise<void> {
  await writeFile(
    join(directory, 'orrery.yml'),
    `data_sources: { default: { type: mysql, url: "\${SHOP_URL}" } }\nquery: { concurrency: 4, timeout_seconds: ${timeoutSeconds} }\n`,
  );
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const sink = { write: (line: string) => void (log += line), flush: () => undefined };
  service = await AttackedService.open({
    directory,
    environment: { SHOP_URL: String(url) },
    log: createLog({ level: 'debug', format: 'json' }, sink).log,
  });
}

/** Rows arrive one by one, for minutes: neither grouped nor sorted. */
const rowsForLong = { dimensions: ['many.id', 'many.filler'], ungrouped: true, order: [], limit: 20_000 };

/** Connections to this database that run something, without the test's own. */
async function busyIds(text = ''): Promise<readonly number[]> {
  const [rows] = await connection.query({
    sql: "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND COMMAND <> 'Sleep' AND ID <> CONNECTION_ID() AND LOCATE(?, INFO) > 0",
    values: [text],
    rowsAsArray: true,
  });
  return (rows as unknown as readonly (readonly number[])[]).map(([id]) => Number(id)); // arrays, because of `rowsAsArray`
}

/** Returns the id of the connection whose statement includes this text. */
async function idOf(text: string): Promise<number> {
  const [id] = await busyIds(text);
  if (id === undefined) throw new Error(`nobody runs ${text}`);
  return id;
}

/** Asks a query after which the types of the cube are known, so that the next one asks for its rows alone. */
async function learnTypes(): Promise<void> {
  expect((await service.ask({ dimensions: ['many.id'], limit: 1 })).status).toBe(200);
}

/** Expects one clear error without any detail of the connection, a free slot, and an answer to the next query. */
async function expectFailure(answer: Answer, errorClass: string): Promise<void> {
  expect(answer.status).toBe(400);
  expect(answer.body?.problems).toMatchObject([{ code: `data-source.${errorClass}` }]);
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

it('fails once when the database ends the connection while rows arrive', async () => {
  await serve();
  await expectAnswers();
  await learnTypes();
  const asked = service.ask(rowsForLong);
  const victim = await eventually(() => idOf('SLEEP(0.01)'));
  await connection.query(`KILL CONNECTION ${victim}`);
  await expectFailure(await asked, 'connection');
  await expectAnswers();
});

it('fails once when the network is lost while rows arrive', async () => {
  await serve();
  await learnTypes();
  const asked = service.ask(rowsForLong);
  await eventually(() => idOf('SLEEP(0.01)'));
  proxy.cut();
  await expectFailure(await asked, 'connection');
  proxy.mend();
  await expectAnswers();
});

it('stops a query that takes too long', async () => {
  await serve(1);
  await expectFailure(await service.ask({ measures: ['sleepers.count'] }), 'timeout');
  await eventually(async () => expect(await busyIds()).toEqual([]));
});

it.each([
  ['orders.text_sum', 'conversion'],
  ['orders.bad_number', 'conversion'],
  ['orders.not_there', 'statement'],
  ['orders.written', 'forbidden'],
  ['orders.locked', 'forbidden'],
])('fails once where the model takes a column for what it is not: %s', async (measure, errorClass) => {
  await serve();
  await expectFailure(await service.ask({ measures: [measure] }), errorClass);
  await expectAnswers();
});

it('refuses to compare values that the model declares as a number, a time or a boolean and that are none', async () => {
  await serve();
  for (const query of [
    { measures: ['orders.count'], filters: [{ member: 'orders.city_as_number', operator: 'equals', values: ['0'] }] },
    { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.city_as_time', granularity: 'day' }] },
    { measures: ['orders.count'], dimensions: ['orders.city_as_truth'] },
  ]) {
    await expectFailure(await service.ask(query), 'conversion');
  }
  await expectAnswers();
});

it('returns values of undeclared types as text', async () => {
  await serve();
  const { body } = await service.ask({
    dimensions: ['orders.city_as_number'],
    ungrouped: true,
    order: { 'orders.city_as_number': 'asc' },
  });
  expect(body?.data).toEqual(['Bonn', 'Ulm', null].map((city) => ({ 'orders.city_as_number': city })));
});

it('leaves no statement running when 64 clients leave', async () => {
  await serve();
  const leaving = new AbortController();
  const asked = Array.from({ length: 64 }, (_, index) => {
    const query = encodeURIComponent(JSON.stringify({ measures: ['sleepers.count'], limit: index + 1 }));
    const headers = { authorization: service.served.token, 'x-forwarded-proto': 'https' };
    return fetch(`${service.served.origin}/cubejs-api/v1/load?query=${query}`, {
      headers,
      signal: leaving.signal,
    }).then(
      () => 'answered',
      () => 'left',
    );
  });
  await eventually(async () => expect((await busyIds()).length).toBeGreaterThan(0));
  leaving.abort();
  await Promise.all(asked);
  await eventually(async () => expect(await busyIds()).toEqual([]));
  await expectAnswers();
});
