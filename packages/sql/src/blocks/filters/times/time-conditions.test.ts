import { compileModel, indexModel, openAccess } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { bindStatement, modelTables } from '../../../bind/index.ts';
import { loadParse } from '../../../parse/index.ts';
import type { ColumnId, PieceColumn, Relation, Scalar } from '../../../relation/index.ts';
import { usePostgres } from '../../../types/postgres-for-test.ts';
import { narrowYears } from './parts-of-year.ts';
import { foldTimes } from './time-conditions.ts';

const model = `
cubes:
  - name: c
    sql_table: c
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: t, sql: t, type: time }
`;
const tables = modelTables(indexModel(compileModel([{ path: 'm.yml', text: model }]).build.pieces), openAccess);
const parse = await loadParse();
const postgres = usePostgres();
const now = '2024-05-15 10:20:30.000000+00';

/** The condition of a statement with times folded, as SQL over `t`; undefined where it stays as it is. */
function folded(where: string, zone: string): string | undefined {
  const parsed = parse(`SELECT 1 FROM c WHERE ${where}`);
  const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
  if (statement?.kind !== 'select') throw new Error(`not a SELECT: ${where}`);
  const filter = filterIn(bindStatement(statement.select, tables).relation);
  if (filter.input.kind !== 'piece') throw new Error('it filters a cube');
  const base = new Map(filter.input.columns.map((one): [ColumnId, PieceColumn] => [one.id, one]));
  const session = { zone, now };
  const one = foldTimes(filter.condition, base, session);
  const conditions = one.kind === 'and' ? narrowYears(one.conditions, base, session) : [];
  const made: Scalar = one.kind === 'and' ? { ...one, conditions } : one;
  return isPlain(made) ? written(made) : undefined;
}

function filterIn(relation: Relation): Extract<Relation, { kind: 'filter' }> {
  if (relation.kind === 'filter') return relation;
  if (!('input' in relation)) throw new Error('it has a filter');
  return filterIn(relation.input);
}

function isPlain(scalar: Scalar): boolean {
  if (scalar.kind === 'and' || scalar.kind === 'or') return scalar.conditions.every(isPlain);
  if (scalar.kind === 'not') return isPlain(scalar.operand);
  if (scalar.kind !== 'call') return false;
  const [time, constant] = scalar.arguments;
  return time?.kind === 'column' && constant?.kind === 'constant' && constant.type.name === 'timestamp';
}

function written(scalar: Scalar): string {
  if (scalar.kind === 'and' || scalar.kind === 'or') {
    return `(${scalar.conditions.map(written).join(scalar.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
  if (scalar.kind === 'not') return `(NOT ${written(scalar.operand)})`;
  const constant = scalar.kind === 'call' ? scalar.arguments[1] : undefined;
  if (scalar.kind !== 'call' || constant?.kind !== 'constant') throw new Error('it is plain');
  return `(t ${scalar.function.name} TIMESTAMP '${constant.value}')`;
}

const operators = ['=', '<>', '<', '<=', '>', '>='];
const constants = [
  `now()`,
  `now() - INTERVAL '7 day'`,
  `CURRENT_DATE`,
  `CURRENT_DATE - INTERVAL '1 month'`,
  `CURRENT_DATE - 30`,
  `(NOW() + INTERVAL '-30 day')::date`,
  `DATE_TRUNC('month', NOW() + INTERVAL '-1 month')`,
  `DATE_TRUNC('week', CURRENT_DATE)`,
  `TIMESTAMP '2024-02-29 23:59:59.999'`,
  `DATE '2024-02-29' + INTERVAL '1 year 1 mon'`,
  `'2024-03-01'`,
  `TIMESTAMPTZ '2024-01-01 00:00:00Z'`,
  `3 * INTERVAL '1 month' + DATE '2023-11-30'`,
  `TO_TIMESTAMP('2024-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')`,
  `LOCALTIMESTAMP - INTERVAL '90 minutes'`,
];
const tested = [
  't',
  'CAST(t AS DATE)',
  'DATE(t)',
  't::timestamptz',
  ...['hour', 'day', 'week', 'month', 'quarter', 'year'].map((unit) => `DATE_TRUNC('${unit}', t)`),
  `DATE_TRUNC('MONTH', CAST(CAST(t AS DATE) AS TIMESTAMP))`,
  `DATE_TRUNC('week', DATE_TRUNC('day', t))`,
  `CAST(DATE_TRUNC('quarter', t) AS DATE)`,
];
const years = ['EXTRACT(YEAR FROM t)', `DATE_PART('year', t)`, 'CAST(TRUNC(EXTRACT(YEAR FROM t)) AS INTEGER)'];
const conditions = [
  ...tested.flatMap((time) => constants.flatMap((one) => operators.map((operator) => `${time} ${operator} ${one}`))),
  ...constants.flatMap((one) => operators.map((operator) => `${one} ${operator} t`)),
  ...years.flatMap((year) => operators.map((operator) => `${year} ${operator} 2024`)),
  'EXTRACT(YEAR FROM t) = EXTRACT(YEAR FROM now()) - 1',
  'EXTRACT(YEAR FROM t) IN (2022, 2024)',
  'EXTRACT(YEAR FROM t) NOT IN (2022, 2024)',
  ...[1, 2, 5, 12].map((month) => `EXTRACT(YEAR FROM t) = 2024 AND EXTRACT(MONTH FROM t) = ${month}`),
  ...[1, 2, 4].map((quarter) => `DATE_PART('quarter', t) = ${quarter} AND DATE_TRUNC('year', t) = DATE '2024-01-01'`),
  `CAST(t AS DATE) BETWEEN DATE '2024-01-01' AND DATE '2024-02-29'`,
  `CAST(t AS DATE) NOT BETWEEN CURRENT_DATE - 30 AND CURRENT_DATE`,
  `DATE_TRUNC('month', t) IN (DATE '2024-01-01', DATE '2024-03-01')`,
  `NOT (DATE_TRUNC('year', t) = DATE '2024-01-01' OR t < '2023-01-01')`,
];

/** Around what the conditions compare, and far from it. */
const times = [
  ['2024-01-01', '2024-02-29 23:59:59.999', '2024-03-01', '2024-04-15', '2024-05-13', '2024-05-15', '2024-05-16'],
  ['2023-01-01', '2022-06-01', '2025-01-01', '2025-03-29', '2024-05-08 10:20:30', '2024-05-15 10:20:30', '2024-04-01'],
  [
    '2024-05-15 08:50:30',
    '2024-05-15 12:20:30',
    '2024-06-01',
    '2024-02-25',
    '2024-10-27 02:30:00',
    '2024-03-31 03:30:00',
  ],
].flat();

describe.each(['UTC', 'Europe/Berlin', 'America/New_York'])('times of %s', (zone) => {
  it('are equal to those of PostgreSQL', async () => {
    await postgres.ask(`SET TimeZone = '${zone}'`);
    const values = times.flatMap((time) =>
      ['-1 us', '0', '1 us', '1 ms'].map((by) => `(TIMESTAMP '${time}' + INTERVAL '${by}')`),
    );
    const rows = [...values, `('infinity')`, `('-infinity')`, '(NULL)'];
    let count = 0;
    for (const condition of conditions) {
      const made = folded(condition, zone);
      if (made === undefined) continue;
      count += 1;
      const original = condition
        .replaceAll(/\bnow\(\)/gi, `TIMESTAMPTZ '${now}'`)
        .replaceAll('CURRENT_DATE', `(TIMESTAMPTZ '${now}' AT TIME ZONE '${zone}')::date`)
        .replaceAll('LOCALTIMESTAMP', `(TIMESTAMPTZ '${now}' AT TIME ZONE '${zone}')`);
      // PostgreSQL has no infinite integer.
      const taken = condition.includes('INTEGER') ? rows.filter((row) => !row.includes('infinity')) : rows;
      const isPart = /MONTH FROM|'quarter', t\) =/.test(condition); // true for the same rows, and NULL for others
      const differ = isPart
        ? `((${original}) IS TRUE) <> ((${made}) IS TRUE)`
        : `(${original}) IS DISTINCT FROM (${made})`;
      const asked = `SELECT t FROM (VALUES ${taken.join(', ')}) x(t) WHERE ${differ}`;
      expect({ condition, made, differ: await postgres.ask(asked) }).toEqual({ condition, made, differ: [] });
    }
    expect(count).toBeGreaterThan(conditions.length * 0.7);
  });
});

it.each([
  `t >= TIMESTAMP '2024-01-01 00:00:00.000001'`,
  `t >= 'infinity'`,
  `DATE_TRUNC('month', DATE_TRUNC('week', t)) = DATE '2024-01-01'`,
  `DATE_TRUNC('month', t) = DATE '2024-01-02'`,
  'EXTRACT(MONTH FROM t) = 3',
  `t >= TIMESTAMPTZ '2024-10-27 00:30:00Z'`,
  `t >= DATE '9999-12-31' + 300`,
])('%s stays', (where) => {
  expect(folded(where, 'Europe/Berlin')).toBeUndefined();
});
