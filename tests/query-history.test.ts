import { join } from 'node:path';
import { queryHistoryDetailSchema, queryHistorySchema } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveProject, type ServedProject } from './serve-project.ts';
import { eventually } from './eventually.ts';
import { atTheCommandLine } from '../packages/kernel/src/caller/audit-actor.ts';

let served: ServedProject;
let key: string;

beforeAll(async () => {
  // The clock stands still: an answer over unwatched data stays valid for the current ten seconds.
  served = await serveProject(join(import.meta.dirname, 'attacks/project'), { now: Date.UTC(2026, 2, 1) });
  const { changes, accountId, users, apiKeys } = served.composition.metadata;
  const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
    users.create(change, { username: 'ann', role: 'admin' }),
  );
  key = (
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: user.id, name: 'test', deployments: 'all' }),
    )
  ).text;
});

afterAll(() => served.close());

async function load(query: object, requestId: string): Promise<number> {
  const address = `${served.origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
  const answer = await fetch(address, { headers: { authorization: served.token, 'x-request-id': requestId } });
  await answer.arrayBuffer();
  return answer.status;
}

const ask = async (path: string) =>
  (
    await fetch(`${served.origin}/api/v1/deployments/1/query-history${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
  ).json();

it('a query appears in the history seconds after its answer, with its SQL and its timings', async () => {
  const query = { measures: ['orders.count'], dimensions: ['orders.status'] };
  expect(await load(query, 'first')).toBe(200);
  expect(await load(query, 'second')).toBe(200);
  expect(await load(query, 'third')).toBe(200);
  expect(await load({ measures: ['orders.nothing'] }, 'wrong')).toBe(400);
  const entries = await eventually(async () => {
    const { items } = queryHistorySchema.parse(await ask(''));
    expect(items).toHaveLength(3);
    return new Map(items.map((item) => [item.cache === 'hit' ? 'hits' : item.requestId, item]));
  });
  expect(entries.get('first')).toMatchObject({ cache: 'miss', status: 200, query, error: null });
  expect(entries.get('hits')).toMatchObject({ answers: 2, query });
  expect(entries.get('wrong')).toMatchObject({ cache: 'none', status: 400, error: expect.stringMatching(/^query\./) });
  const first = entries.get('first');
  expect(Object.keys(first?.timingsMs ?? {})).toEqual(expect.arrayContaining(['bind', 'plan', 'engine', 'total']));
  const detail = queryHistoryDetailSchema.parse(await ask(`/${first?.id}`));
  expect(detail.statements.join()).toMatch(/SELECT/);
});

it('a statement of SQL is found by the members that its parts over the model name', async () => {
  const sql = "SELECT LOWER(status) AS s, COUNT(*) AS c FROM orders WHERE status <> 'x' GROUP BY 1";
  for (const id of ['sql-1', 'sql-2', 'sql-3']) {
    const answer = await fetch(`${served.origin}/cubejs-api/v1/cubesql`, {
      method: 'POST',
      headers: { authorization: served.token, 'x-request-id': id, 'content-type': 'application/json' },
      body: JSON.stringify({ query: sql }),
    });
    expect(await answer.text()).toContain('"schema"');
  }
  for (const member of ['orders.status', 'orders.count']) {
    await eventually(async () => {
      const { items } = queryHistorySchema.parse(await ask(`?endpoint=cubesql&member=${member}`));
      expect(items.map(({ query, cache, answers }) => ({ query, cache, answers }))).toEqual([
        { query: { sql }, cache: 'hit', answers: 2 },
        { query: { sql }, cache: 'miss', answers: 1 },
      ]);
    });
  }
  expect(queryHistorySchema.parse(await ask('?endpoint=cubesql&member=orders.nothing')).items).toEqual([]);
});
