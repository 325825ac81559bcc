import { hammer } from '../hammer.ts';
import { type Figure, median, ms, timeInTurns, timeMs } from '../measure.ts';
import type { DirectClient } from './uncached-load.ts';
import type { BenchServer } from '../server-process.ts';

const query = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }],
};
const sql = `SELECT status, DATE_TRUNC('month', created_at) AS created_at, MEASURE(count) AS count, MEASURE(total) AS total
  FROM orders GROUP BY 1, 2`;

const turns = 3;
const leastShare = 0.7;
const mostExtraMs = 0.7;

/** Compares statements over `/v1/cubesql` with the same queries over `/v1/load`: many cached ones, and uncached ones. */
export async function statements(server: BenchServer): Promise<readonly Figure[]> {
  return [await manyCached(server), await uncached(server)];
}

async function manyCached(server: BenchServer): Promise<Figure> {
  const load = { port: server.port, head: server.requestHead('load', query) };
  const statement = { port: server.port, head: server.requestWithBody('cubesql', { query: sql }) };
  const rates: { readonly load: number[]; readonly statement: number[] } = { load: [], statement: [] };
  for (const one of [load, statement]) await hammer(one, { connections: 16, forMs: 1_000 });
  for (let turn = 0; turn < turns; turn += 1) {
    rates.load.push((await hammer(load, { connections: 16, forMs: 2_000 })).perSecond);
    rates.statement.push((await hammer(statement, { connections: 16, forMs: 2_000 })).perSecond);
  }
  const [ours, theirs] = [median(rates.statement), median(rates.load)];
  return {
    name: 'cached statement, 16 connections',
    measured: `${Math.round(ours)} per second (${(ours / theirs).toFixed(2)}x)`,
    baseline: `${Math.round(theirs)} per second of /v1/load`,
    bound: `${leastShare}x`,
    isWithin: ours >= leastShare * theirs,
  };
}

async function uncached(server: BenchServer): Promise<Figure> {
  const samples = await timeInTurns(
    {
      load: () => server.load({ ...query, cache: 'no-cache' }),
      statement: () => server.post('cubesql', { query: sql, cache: 'no-cache' }),
    },
    100,
  );
  const [load, statement] = [median(samples.load), median(samples.statement)];
  return {
    name: 'uncached statement that is one query',
    measured: `${ms(statement)} (${statement >= load ? '+' : ''}${(statement - load).toFixed(2)} ms)`,
    baseline: `${ms(load)} by /v1/load`,
    bound: `+${mostExtraMs} ms`,
    isWithin: statement <= load + mostExtraMs,
  };
}

const columns = [
  'id',
  'customer_id',
  'status',
  'CAST(created_at AS TEXT) AS label',
  'created_at',
  "status = 'new' AS is_new",
];
const longRows = [500_000, 2_000_000] as const;
const leastRowsPerSecond = 700_000;
const mostGrowthMiB = 30;

/** Measures answers of six columns of all kinds, as long as the table, and the memory of the server meanwhile. */
export async function longStatements(server: BenchServer, direct: DirectClient): Promise<readonly Figure[]> {
  const asked = (rows: number, round: number) => ({
    query: `SELECT ${columns.join(', ')} FROM orders LIMIT ${rows - Math.abs(round)}`,
    cache: 'no-cache',
  });
  const [short, long] = longRows;
  const text = `SELECT id, customer_id, status, CAST(created_at AS VARCHAR), created_at, status = 'new' FROM orders LIMIT ${short}`;
  await server.post('cubesql', asked(short, 9));
  const rates: number[] = [];
  const firsts: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { firstByteMs, wholeMs, head } = await server.post('cubesql', asked(short, round));
    if (!head.startsWith('{"schema"')) throw new Error(head);
    rates.push(short / (wholeMs / 1000));
    firsts.push(firstByteMs);
    alone.push(await timeMs(() => direct.run(text, [])));
  }
  const memoryOf = async (rows: number, round: number) => {
    await server.post('cubesql', asked(rows, round));
    return (await server.vitals()).residentBytes / 2 ** 20;
  };
  const less = median([await memoryOf(short, 5), await memoryOf(short, 6), await memoryOf(short, 7)]);
  const more = median([await memoryOf(long, 1), await memoryOf(long, 2), await memoryOf(long, 3)]);
  const rate = median(rates);
  return [
    {
      name: `rows of six columns by a statement, ${short.toLocaleString('en')} rows`,
      measured: `${Math.round(rate / 1000)} thousand rows/s, first byte after ${ms(median(firsts))}`,
      baseline: `${Math.round(short / median(alone))} thousand rows/s read by the driver`,
      bound: `${leastRowsPerSecond / 1000} thousand rows/s`,
      isWithin: rate >= leastRowsPerSecond,
    },
    {
      name: `memory after statements of ${short.toLocaleString('en')} and of ${long.toLocaleString('en')} rows`,
      measured: `${less.toFixed(0)}, ${more.toFixed(0)} MiB`,
      baseline: '',
      bound: `+${mostGrowthMiB} MiB`,
      isWithin: more - less <= mostGrowthMiB,
    },
  ];
}
