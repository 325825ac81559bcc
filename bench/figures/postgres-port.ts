import { execFile, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { pythonProgram } from '../../tests/prove/wire/install-programs.ts';
import { raw, RawClient, startCodes, startFrame } from '../../tests/postgres-wire/raw-client.ts';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import { startPostgres } from '../postgres-on-loopback.ts';
import type { BenchServer, ServerPlace } from '../server-process.ts';
import { startSqlPort } from '../start-sql-port.ts';

const rows = 2_000_000;
const longRows = 10_000_000;
const rounds = 3;
const grouping = 'SELECT status, MEASURE(count) AS c FROM events GROUP BY 1 ORDER BY 1';
const groupingQuery = { measures: ['events.count'], dimensions: ['events.status'], order: { 'events.status': 'asc' } };
const columns = 'name, status, amount, quantity, created_at, is_paid';
const idle = 1_000;
const mebibyte = 2 ** 20;

/**
 * Measures the port for clients of PostgreSQL beside a PostgreSQL server that has the same rows in a table: rows a
 * second by the same client, cached groups, time to connect, memory, shares of accounts, and cancelled statements.
 *
 * @param place empty folders
 */
export async function postgresPort(place: ServerPlace): Promise<readonly Figure[]> {
  await writeEvents(place.project);
  const table = await tableOnPostgres();
  const here = { ...place, environment: { ...place.environment, BENCH_POSTGRES_URL: table.url } };
  try {
    return [...(await plainFigures(here, table)), await secureFigure(here)];
  } finally {
    await table.stop();
  }
}

async function plainFigures(place: ServerPlace, table: TableOnPostgres): Promise<readonly Figure[]> {
  const { server, urlFor } = await startSqlPort(place);
  const ours = await urlFor({});
  try {
    return [
      ...(await rowRates(ours, table.url)),
      await rateByAsyncpg(ours, table.url),
      await cachedGroups(ours, server),
      await connectTimes(ours, 'plain', 15),
      ...(await memoryOfLongRows(ours, server)),
      await sharesOfAccounts([await urlFor({ account: 'one' }), await urlFor({ account: 'other' })]),
      await cancelTimes(ours, table.client),
    ];
  } finally {
    await server.stop();
  }
}

async function secureFigure(place: ServerPlace): Promise<Figure> {
  const { server, urlFor } = await startSqlPort({ ...place, isSecure: true });
  try {
    return await connectTimes(await urlFor({}), 'with TLS', 30);
  } finally {
    await server.stop();
  }
}

const rowOf = `'name ' || (i * 7919 % 100000) AS name, (['new', 'paid', 'sent', 'done', 'void'])[1 + i * 31 % 5] AS status,
  CAST(i * 104729 % 100000 / 100.0 AS DOUBLE) AS amount, CAST(1 + i * 13 % 9 AS DOUBLE) AS quantity,
  TIMESTAMP '2023-01-01' + to_seconds(i * 15485863 % 94608000) AS created_at, i % 3 = 0 AS is_paid`;

async function writeEvents(directory: string): Promise<void> {
  mkdirSync(join(directory, 'model'), { recursive: true });
  const database = join(directory, 'events.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE events AS SELECT i AS id, ${rowOf} FROM range(${longRows}) AS numbers(i)`);
  connection.closeSync();
  instance.closeSync();
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: duckdb\n    database: events.duckdb\n  table:\n    type: postgres\n    url: ${BENCH_POSTGRES_URL}\nquery:\n  max_result_mb: 1024\n',
  );
  const dimension = (name: string, type: string) =>
    `      - name: ${name}\n        sql: ${name}\n        type: ${type}\n`;
  writeFileSync(
    join(directory, 'model', 'events.yml'),
    `cubes:\n  - name: events\n    sql_table: events\n    dimensions:\n${[
      ['id', 'number'],
      ['name', 'string'],
      ['status', 'string'],
      ['amount', 'number'],
      ['quantity', 'number'],
      ['created_at', 'time'],
      ['is_paid', 'boolean'],
    ]
      .map(([name = '', type = '']) => dimension(name, type))
      .join('')}    measures:\n      - name: count\n        type: count\n`,
  );
  writeFileSync(
    join(directory, 'model', 'waits.yml'),
    `cubes:\n  - name: waits\n    data_source: table\n    sql: SELECT pg_sleep(600), 1 AS id\n    dimensions:\n${dimension('id', 'number')}`,
  );
}

type TableOnPostgres = Awaited<ReturnType<typeof startPostgres>>;

async function tableOnPostgres(): Promise<TableOnPostgres> {
  const { url, client, stop } = await startPostgres();
  await client.query(`CREATE TABLE events AS
    SELECT i AS id, 'name ' || (i * 7919 % 100000) AS name, (ARRAY['new', 'paid', 'sent', 'done', 'void'])[1 + i * 31 % 5] AS status,
      CAST(i * 104729 % 100000 / 100.0 AS double precision) AS amount, CAST(1 + i * 13 % 9 AS double precision) AS quantity,
      timestamp '2023-01-01' + i * 15485863 % 94608000 * interval '1 second' AS created_at, i % 3 = 0 AS is_paid
    FROM generate_series(0, ${rows - 1}::bigint) AS i`);
  await client.query('VACUUM ANALYZE');
  return { url, client, stop };
}

const statement = `SELECT ${columns} FROM events WHERE id < ${rows}`;

async function rowRates(ours: string, theirs: string): Promise<readonly Figure[]> {
  const copy = `COPY (${statement}) TO STDOUT (FORMAT binary)`;
  const fetches = ['--set', 'FETCH_COUNT=10000', '-At', '-c', statement];
  const figures: Figure[] = [];
  for (const { name, words, bound } of [
    { name: 'text by psql with FETCH_COUNT', words: fetches, bound: 0.7 },
    { name: 'COPY binary by psql', words: ['-c', copy], bound: 1 },
  ]) {
    const times = await timeInTurns({ ours: () => runPsql(ours, words), theirs: () => runPsql(theirs, words) }, rounds);
    const [own, other] = [rate(median(times.ours)), rate(median(times.theirs))];
    figures.push(rateFigure(name, bound, own, other));
  }
  return figures;
}

function rateFigure(name: string, bound: number, own: number, other: number): Figure {
  return {
    name: `${rows.toLocaleString('en')} rows of 6 columns, ${name}`,
    measured: `${Math.round(own / 1_000)} thousand rows/s, ${(own / other).toFixed(2)}x`,
    baseline: `PostgreSQL ${Math.round(other / 1_000)} thousand rows/s`,
    bound: `${bound}x`,
    isWithin: own >= bound * other,
  };
}

const run = promisify(execFile);

/** The client measures itself: it takes longer to begin than to connect. */
async function rateByAsyncpg(ours: string, theirs: string): Promise<Figure> {
  const program = await pythonProgram('drivers', 'asyncpg_program.py');
  if ('missing' in program) throw new Error(`asyncpg is not here: ${program.missing}`);
  const [python] = program.command;
  const own: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [url, rates] of [[ours, own] as const, [theirs, other] as const]) {
      const { stdout } = await run(python, [join(import.meta.dirname, '../read_by_asyncpg.py'), url, statement]);
      rates.push(rate(Number(stdout) * 1_000));
    }
  }
  return rateFigure('binary by asyncpg', 0.9, median(own), median(other));
}

const rate = (tookMs: number) => rows / (tookMs / 1_000);

/** Runs psql and drops what it prints. */
async function runPsql(url: string, words: readonly string[]): Promise<void> {
  const child = spawn('psql', ['-X', '-q', '-d', url, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  await pipeline(child.stdout, createWriteStream('/dev/null'));
  const code = await ended;
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

async function cachedGroups(ours: string, server: BenchServer): Promise<Figure> {
  const client = new pg.Client({ connectionString: ours });
  await client.connect();
  try {
    const times = await timeInTurns(
      { statement: () => client.query(grouping), load: () => server.load(groupingQuery) },
      300,
    );
    const [own, other] = [median(times.statement), median(times.load)];
    return {
      name: 'a cached statement with groups, p50',
      measured: `${ms(own)}, ${(own / other).toFixed(2)}x`,
      baseline: `/v1/load ${ms(other)}`,
      bound: '0.8x',
      isWithin: own <= 0.8 * other,
    };
  } finally {
    await client.end();
  }
}

async function connectTimes(ours: string, how: 'plain' | 'with TLS', bound: number): Promise<Figure> {
  const { connects } = await timeInTurns(
    {
      connects: async () => {
        const client = new pg.Client({
          connectionString: ours,
          ...(how === 'plain' ? {} : { ssl: { rejectUnauthorized: false } }),
        });
        await client.connect();
        await client.query(grouping);
        await client.end();
      },
    },
    50,
  );
  const own = median(connects);
  return {
    name: `connect to first row, ${how}`,
    measured: ms(own),
    baseline: '',
    bound: ms(bound),
    isWithin: own <= bound,
  };
}

const everyRow = `SELECT ${columns} FROM events WHERE id < ${longRows}`;

async function memoryOfLongRows(ours: string, server: BenchServer): Promise<readonly Figure[]> {
  const peak = async (most: number) => {
    let highest = 0;
    const timer = setInterval(() => {
      void server.vitals().then(({ residentBytes }) => (highest = Math.max(highest, residentBytes)));
    }, 100);
    await server.forgetStalls();
    await runPsql(ours, ['-c', `COPY (SELECT ${columns} FROM events WHERE id < ${most}) TO STDOUT`]);
    clearInterval(timer);
    return highest / mebibyte;
  };
  // DuckDB keeps what it has read of its file, however few rows are asked for: it reads all of it first.
  await runPsql(ours, ['-c', `SELECT ${columns.replaceAll(/\w+/g, 'MIN($&::text)')} FROM (${everyRow}) AS every_row`]);
  await peak(longRows / 10);
  const [few, many] = [await peak(longRows / 10), await peak(longRows)];
  const { longestStallMs } = await server.vitals();
  const idleBytes = await memoryOfIdle(ours, server);
  return [
    {
      name: 'memory while 1 million rows are read, and 10 million',
      measured: `${few.toFixed(0)}, ${many.toFixed(0)} MiB`,
      baseline: '',
      bound: '+30 MiB',
      isWithin: many <= few + 30,
    },
    {
      name: 'longest stall of the event loop while one session reads 10 million rows',
      measured: ms(longestStallMs),
      baseline: '',
      bound: '20 ms',
      isWithin: longestStallMs <= 20,
    },
    {
      name: `memory of ${idle.toLocaleString('en')} idle sessions, each`,
      measured: `${(idleBytes / 1024).toFixed(0)} KiB`,
      baseline: '',
      bound: '100 KiB',
      isWithin: idleBytes <= 100 * 1024,
    },
  ];
}

async function memoryOfIdle(ours: string, server: BenchServer): Promise<number> {
  const before = (await server.collected()).residentBytes;
  const sessions: pg.Client[] = [];
  try {
    while (sessions.length < idle) {
      const client = new pg.Client({ connectionString: ours });
      await client.connect();
      sessions.push(client);
    }
    return ((await server.collected()).residentBytes - before) / idle;
  } finally {
    await Promise.all(sessions.map((client) => client.end()));
  }
}

const busySessions = [40, 10] as const;
const busyMs = 10_000;

/** Statements that are answered for two accounts, one of which has most of the sessions; no answer is kept. */
async function sharesOfAccounts(accounts: readonly string[]): Promise<Figure> {
  const answered = accounts.map(() => 0);
  const until = performance.now() + busyMs;
  let asked = 0;
  const work = async (url: string, account: number) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      while (performance.now() < until) {
        asked += 1;
        await client.query(`SELECT status, SUM(amount) AS total FROM events WHERE id < ${rows / 2 + asked} GROUP BY 1`);
        if (performance.now() < until) answered[account] = (answered[account] ?? 0) + 1;
      }
    } finally {
      await client.end();
    }
  };
  await Promise.all(
    accounts.flatMap((url, account) => Array.from({ length: busySessions[account] ?? 0 }, () => work(url, account))),
  );
  const index = answered.reduce((sum, one) => sum + one, 0) ** 2;
  const jain = index / (answered.length * answered.reduce((sum, one) => sum + one ** 2, 0));
  return {
    name: `shares of two accounts with ${busySessions.join(' and ')} busy sessions, Jain's index`,
    measured: jain.toFixed(3),
    baseline: `${answered.join(' and ')} statements`,
    bound: '0.95',
    isWithin: jain >= 0.95,
  };
}

const running = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1";

/** Time from the cancel request of a client until the data source runs the statement no more. */
async function cancelTimes(ours: string, table: pg.Client): Promise<Figure> {
  const { port, password } = new URL(ours);
  const { client, messages } = await RawClient.start(Number(port), { password });
  const key = messages.find(({ type }) => type === 'K');
  if (!key) throw new Error('the session has no cancel key');
  const untilCount = async (wanted: number) => {
    for (;;) {
      const { rows: found } = await table.query(running, ['%pg_sleep(600)%']);
      if (found[0]?.count === wanted) return;
      await wait(1);
    }
  };
  const times: number[] = [];
  while (times.length < 20) {
    client.send(raw.query('SELECT id FROM waits'));
    await untilCount(1);
    const cancelling = await RawClient.connect(Number(port));
    const startedAt = performance.now();
    cancelling.send(startFrame(startCodes.cancel, key.body));
    await untilCount(0);
    times.push(performance.now() - startedAt);
    await client.until('Z');
  }
  client.send(raw.terminate);
  const own = median(times);
  return {
    name: 'cancel to gone on the engine',
    measured: ms(own),
    baseline: `at most ${ms(Math.max(...times))}`,
    bound: '100 ms',
    isWithin: own <= 100,
  };
}
