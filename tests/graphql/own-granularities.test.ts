import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../serve-project.ts';

const model = `cubes:
  - name: orders
    sql: >
      SELECT * FROM (VALUES (TIMESTAMP '2024-01-31 10:00:00'), (TIMESTAMP '2024-02-01 10:00:00'),
        (TIMESTAMP '2024-12-31 23:30:00')) AS t (created_at)
    dimensions:
      - name: created_at
        sql: created_at
        type: time
        granularities: [{ name: fiscal, interval: 1 year, offset: 1 month }]
    measures: [{ name: count, type: count }]
`;

let directory: string;
let served: ServedProject;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orrery-graphql-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'model', 'orders.yml'), model);
  await writeFile(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }\n');
  served = await serveProject(directory);
});
afterAll(async () => {
  await served?.close();
  await rm(directory, { recursive: true });
});

it('are asked for as the built-in ones are, and cut as in the other queries', async () => {
  const query =
    '{ cube(orderBy: {orders: {created_at: asc}}) { orders { created_at { __typename fiscal year } count } } }';
  const response = await fetch(`${served.origin}/cubejs-api/graphql`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  const row = (fiscal: string, year: string, count: number) => ({
    orders: {
      created_at: {
        __typename: 'OrdersCreated_atTimeDimension',
        fiscal: `${fiscal}T00:00:00.000Z`,
        year: `${year}T00:00:00.000Z`,
      },
      count,
    },
  });
  expect(data).toEqual({ cube: [row('2023-02-01', '2024-01-01', 1), row('2024-02-01', '2024-01-01', 2)] });
});
