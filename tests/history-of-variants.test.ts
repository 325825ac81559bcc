import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryHistoryDetailSchema, queryHistorySchema } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { atTheCommandLine } from '../packages/kernel/src/caller/audit-actor.ts';
import { eventually } from './eventually.ts';
import { serveProject, type ServedProject } from './serve-project.ts';

const directory = mkdtempSync(join(tmpdir(), 'orrery-variants-'));
const rowsOf = { acme: '4', quux: '7' } as const;
type Tenant = keyof typeof rowsOf;
const tenants = Object.keys(rowsOf) as Tenant[];
const query = { measures: ['orders.count'] };

let served: ServedProject;
let key: string;

beforeAll(async () => {
  mkdirSync(join(directory, 'model'));
  const init = tenants.map(
    (name) => `CREATE TEMP TABLE orders_${name} AS SELECT range AS id FROM range(${rowsOf[name]})`,
  );
  writeFileSync(join(directory, 'orrery.yml'), JSON.stringify({ data_sources: { default: { type: 'duckdb', init } } }));
  writeFileSync(
    join(directory, 'model/orders.yml'),
    `cubes:
  - name: orders
    sql_table: orders_{{ COMPILE_CONTEXT.securityContext.tenant }}
    measures: [{ name: count, type: count }]
`,
  );
  served = await serveProject(directory);
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

afterAll(async () => {
  await served?.close();
  rmSync(directory, { recursive: true });
});

async function load(tenant: Tenant, requestId: string): Promise<unknown> {
  const [deployment] = served.composition.deployments;
  if (!deployment) throw new Error('no deployment');
  const request = { deployment, securityContext: { tenant }, expiresInSeconds: 600, clock: Date };
  const token = (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
  const address = `${served.origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
  for (;;) {
    const answer = await fetch(address, { headers: { authorization: token, 'x-request-id': requestId } });
    const body = (await answer.json()) as { readonly data?: unknown; readonly error?: string };
    if (body.error !== 'Continue wait') return body.data;
  }
}

async function ask(path: string): Promise<unknown> {
  const address = `${served.origin}/api/v1/deployments/1/query-history${path}`;
  return (await fetch(address, { headers: { authorization: `Bearer ${key}` } })).json();
}

it('two callers with equal queries of their variants of a model have answers, entries and statements of their own', async () => {
  // Each caller sends the query twice, in turns: the second answers come from the cache.
  for (const turn of ['first', 'again']) {
    for (const tenant of tenants) {
      expect(await load(tenant, `${tenant}-${turn}`)).toEqual([{ 'orders.count': rowsOf[tenant] }]);
    }
  }
  const items = await eventually(async () => {
    const found = queryHistorySchema.parse(await ask('')).items;
    expect(found.map(({ requestId, cache, answers }) => [requestId, cache, answers]).sort()).toEqual([
      ['acme-again', 'hit', 1],
      ['acme-first', 'miss', 1],
      ['quux-again', 'hit', 1],
      ['quux-first', 'miss', 1],
    ]);
    return found;
  });
  for (const { id, requestId } of items.filter(({ cache }) => cache === 'miss')) {
    const { statements } = queryHistoryDetailSchema.parse(await ask(`/${id}`));
    const tables = statements.join().match(/orders_(?:acme|quux)/g);
    expect(new Set(tables)).toEqual(new Set([`orders_${requestId.slice(0, 4)}`]));
  }
});
