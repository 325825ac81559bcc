import { expect, it } from 'vitest';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest } from './engine-for-test.ts';

const depots = '(VALUES (1, 100), (2, 200)) AS depots(id, rent)';
const parcels = '(VALUES (1, 1, 1), (2, 1, 2), (3, 2, 4)) AS parcels(id, depot_id, fee)';
const scans =
  "(VALUES (1, DATE '2024-01-01'), (2, DATE '2024-01-01'), (3, DATE '2024-01-02')) AS scans(parcel_id, day)";

function perDay(keys: string, table: string, measure: string): string {
  return `SELECT keys.day, ${measure}
    FROM (
      SELECT scans.day, ${keys}.id AS key
      FROM ${depots} LEFT JOIN ${parcels} ON depots.id = parcels.depot_id LEFT JOIN ${scans} ON parcels.id = scans.parcel_id
      GROUP BY 1, 2
    ) AS keys
    LEFT JOIN ${table} ON keys.key = ${keys}.id
    GROUP BY 1`;
}

it('keeps two groupings of one join apart when their keys are of different tables', async () => {
  const engine = await openForTest();
  const rents = perDay('depots', depots, 'sum(rent) AS rent, NULL AS fee');
  const fees = perDay('parcels', parcels, 'NULL, sum(fee)');
  const rows = await rowsOf(engine, `SELECT * FROM (${rents} UNION ALL ${fees}) ORDER BY ALL`);
  expect(rows).toEqual([
    ['2024-01-01T00:00:00.000', '100', null],
    ['2024-01-01T00:00:00.000', null, '3'],
    ['2024-01-02T00:00:00.000', '200', null],
    ['2024-01-02T00:00:00.000', null, '4'],
  ]);
});

it('keeps the rows of a window whose partition is made of parameters', async () => {
  const engine = await openForTest();
  const sizes = `SELECT id, CASE WHEN rent > 150 THEN CAST($1 AS VARCHAR) ELSE CAST($2 AS VARCHAR) END AS size, sum(rent) AS rent
    FROM ${depots} GROUP BY 1, 2`;
  const text = `SELECT id, sum(rent) OVER (PARTITION BY size) FROM (${sizes}) AS t ORDER BY 1`;
  expect(await rowsOf(engine, text, ['big', 'small'])).toEqual([
    ['1', '100'],
    ['2', '200'],
  ]);
});
