import { createDataClient } from '@orrery/client/data';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import { type BenchServer, pathOf } from '../server-process.ts';

const query = {
  dimensions: ['orders.id', 'orders.status', 'orders.created_at', 'customers.name'],
  measures: ['orders.total'],
  order: { 'orders.id': 'asc' },
  limit: 10_000,
} as const;

const mostShare = 1.05;

/** Compares `load` of the Data client with `fetch` and `JSON.parse` of the same cached answer. */
export async function clientLoad(server: BenchServer): Promise<readonly Figure[]> {
  const origin = `http://127.0.0.1:${server.port}`;
  const token = await server.tokenFor({});
  const proxied = { 'x-forwarded-proto': 'https' };
  const client = createDataClient({
    apiUrl: `${origin}/cubejs-api/v1`,
    token,
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...proxied } }),
  });
  const body = JSON.stringify({ query, queryType: 'multi' });
  const bare = async () => {
    const headers = { authorization: token, 'content-type': 'application/json', ...proxied };
    const answer = await fetch(`${origin}/cubejs-api/v1/load`, { method: 'POST', headers, body });
    return JSON.parse(await answer.text());
  };
  await server.get(pathOf('load', query));
  const rows = (await client.load(query)).data.length;
  if (rows !== query.limit) throw new Error(`${rows} rows are loaded`);
  const samples = await timeInTurns({ load: () => client.load(query), bare }, 100);
  const [ours, theirs] = [median(samples.load), median(samples.bare)];
  return [
    {
      name: 'load of 10,000 rows by the Data client, cached',
      measured: `${ms(ours)} (${(ours / theirs).toFixed(2)}x)`,
      baseline: `${ms(theirs)} by fetch and JSON.parse`,
      bound: `${mostShare}x`,
      isWithin: ours <= theirs * mostShare,
    },
  ];
}
