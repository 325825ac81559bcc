import { type Figure, median, ms, percentile, timeInTurns, timeMs } from '../measure.ts';
import { type BenchServer, pathOf, readWhole } from '../server-process.ts';

const query = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status', 'customers.city'],
  limit: 25,
};
const document = '{ cube(limit: 25) { orders { count total status } customers { city } } }';
const pathOfDocument = (text: string) => `/cubejs-api/graphql?query=${encodeURIComponent(text)}`;

/** Measures a document beside the same query by `/v1/load`, both answered from the cache. */
export async function graphql(server: BenchServer): Promise<readonly Figure[]> {
  let turn = 0;
  // Another request each time, so that neither is answered as a repetition before it is read.
  const id = () => ({ 'x-cube-turn': String((turn += 1)) });
  const samples = await timeInTurns(
    {
      graphql: () => server.read(pathOfDocument(document), id()),
      load: () => server.read(pathOf('load', query), id()),
    },
    500,
  );
  const [found, load] = [median(samples.graphql), median(samples.load)];
  return [
    {
      name: 'a document of GraphQL, answered from the cache, p50',
      measured: `${ms(found)} (+${(found - load).toFixed(2)} ms, p99 ${ms(percentile(samples.graphql, 0.99))})`,
      baseline: `${ms(load)} the same by /v1/load`,
      bound: '+1 ms',
      isWithin: found - load <= 1,
    },
  ];
}

const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

const bombs: Readonly<Record<string, string>> = {
  'nested 1,000 deep': `${'{ cube '.repeat(1_000)}${'}'.repeat(1_000)}`,
  '10,000 aliases': `{ ${many(10_000, (index) => `a${index}: cube { orders { count } }`)} }`.slice(0, 99_000),
  'a cycle of fragments': '{ cube { ...A } } fragment A on Result { ...B } fragment B on Result { ...A }',
  'fragments that double': `{ cube { ...F0 } } ${many(30, (index) => `fragment F${index} on Result { ...F${index + 1} ...F${index + 1} }`)} fragment F30 on Result { orders { count } }`,
  'lists in lists': `{ cube(where: ${'['.repeat(9_900)}) { orders { count } } }`,
  'fields 9,900 times': `{ cube { orders { ${'count '.repeat(9_900)}} } }`,
  'fragments that nothing spreads': `{ cube { orders { count } } } ${many(600, (index) => `fragment U${index} on Result { orders { count } }`)}`,
  '3,000 directives': `{ cube { orders { count ${'@skip(if: false) '.repeat(3_000)} } } }`,
};

/** Measures how long documents that would cost too much take to be refused, and what memory they leave. */
export async function graphqlBombs(server: BenchServer): Promise<readonly Figure[]> {
  const authorization = await server.tokenFor({});
  const send = (text: string) => postDocument(server.port, authorization, text);
  for (const text of Object.values(bombs)) await send(text);
  const before = (await server.collected()).heapBytes;
  const worst: number[] = [];
  for (const text of Object.values(bombs)) {
    const took: number[] = [];
    for (let round = 0; round < 20; round += 1) took.push(await timeMs(() => send(text)));
    worst.push(median(took));
  }
  const grown = ((await server.collected()).heapBytes - before) / 2 ** 20;
  const slowest = Math.max(...worst);
  return [
    {
      name: `refusing ${Object.keys(bombs).length} kinds of documents that cost too much, the slowest, p50`,
      measured: `${ms(slowest)} (${Object.keys(bombs)[worst.indexOf(slowest)]}), ${grown.toFixed(2)} MiB more heap`,
      baseline: worst.map((each) => ms(each)).join(', '),
      bound: '5 ms, 1 MiB',
      isWithin: slowest < 5 && grown < 1,
    },
  ];
}

function postDocument(port: number, authorization: string, query: string): Promise<Buffer> {
  const body = JSON.stringify({ query });
  const headers = { authorization, 'x-forwarded-proto': 'https', 'content-type': 'application/json' };
  return readWhole(`http://127.0.0.1:${port}/cubejs-api/graphql`, { method: 'POST', headers }, body);
}
