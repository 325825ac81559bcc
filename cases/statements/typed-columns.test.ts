import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparable } from '../truth-rows.ts';
import { conditionsOver } from './filter-trees.ts';
import { PostgresAnswers } from './postgres-answer.ts';
import { clickhouseKind, Shop, type SourceKind } from './shop.ts';

/** `npm run prove -- --only types` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 25);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20261128);
const patienceMs = 3_600_000;

/** Ids of which every two are one double, numbers of four bytes, and texts over what is no text. */
const tables = `CREATE TABLE things (id BIGINT, parent BIGINT, r REAL, d DOUBLE, n DECIMAL(30, 10), whole INTEGER, day DATE, flag BOOLEAN);
INSERT INTO things VALUES
  (1234567890123456789, NULL, 0.1, 75001, 12345678901234567890.0000000001, 1, DATE '2024-06-05', true),
  (1234567890123456790, 1234567890123456789, 0.25, 0.1, 12345678901234567890.0000000002, 2, DATE '2024-06-06', false),
  (1234567890123456791, 1234567890123456789, 16777216, 1.5, 0, 3, NULL, NULL),
  (1234567890123456792, 1234567890123456790, 12345.678, NULL, -1.5, NULL, DATE '1999-12-31', true),
  (-9007199254740993, 9007199254740992, -0.1, 75001.5, NULL, 10, DATE '2024-02-29', false),
  (9007199254740993, 9007199254740993, NULL, -2, 0.1, -10, DATE '2024-06-05', NULL),
  (9007199254740992, NULL, 3, 3, 3, 3, DATE '2024-01-01', true),
  (7, 9007199254740992, 0.1, 0.1, 0.1, 100, DATE '2024-06-05', true);`;
const model = `cubes:
  - name: things
    sql_table: things
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: parent, sql: parent, type: number }
      - { name: r, sql: r, type: number }
      - { name: d, sql: d, type: number }
      - { name: n, sql: n, type: number }
      - { name: whole, sql: whole, type: number }
      - { name: day_text, sql: day, type: string }
      - { name: whole_text, sql: whole, type: string }
      - { name: d_text, sql: d, type: string }
      - { name: id_text, sql: id, type: string }
      - { name: flag, sql: flag, type: boolean }
    measures:
      - { name: count, type: count }
      - { name: parents, sql: parent, type: count_distinct }
      - { name: last_id, sql: id, type: max }
      - { name: parent_sum, sql: parent, type: sum }
      - { name: n_sum, sql: n, type: sum }
      - { name: least_r, sql: r, type: min }
views:
  - name: shown
    cubes:
      - { join_path: things, includes: '*' }
`;
const plain = `CREATE VIEW public.things AS
SELECT id, parent, r::TEXT::FLOAT8 AS r, d, n, whole, day::TEXT COLLATE "C" AS day_text, whole::TEXT COLLATE "C" AS whole_text, d::TEXT COLLATE "C" AS d_text,
  id::TEXT COLLATE "C" AS id_text, flag, id AS count, parent AS parents, id AS last_id, parent AS parent_sum, n AS n_sum, r::TEXT::FLOAT8 AS least_r
FROM shop.things; CREATE VIEW public.shown AS SELECT * FROM public.things;`;

const ids = ['1234567890123456789', '1234567890123456790', '9007199254740993', '9007199254740992', '7', '0'];
const floats = ['0.1', '0.25', '12345.678', '16777216', '-0.1', '3'];
const trees = conditionsOver([
  { name: 'id', values: ids },
  { name: 'parent', values: ids },
  { name: 'r', values: floats },
  { name: 'd', values: ['75001', '0.1', '1.5', '-2'] },
  { name: 'n', values: ['12345678901234567890.0000000001', '0.1', '0', '-1.5'] },
  { name: 'day_text', values: ["'2024-06-05'", "'1999-12-31'", "'2024-06%'", "''"], isText: true },
  { name: 'whole_text', values: ["'1'", "'10'", "'100'", "'1%'"], isText: true },
  { name: 'd_text', values: ["'75001'", "'0.1'", "'75001%'"], isText: true },
  { name: 'id_text', values: ["'1234567890123456789'", "'7'", "'9007199254740993'"], isText: true },
  { name: 'flag', values: ['TRUE', 'FALSE'] },
]);
const columns = ['id', 'parent', 'r', 'd', 'n', 'whole', 'day_text', 'whole_text', 'd_text', 'id_text', 'flag'];
const values = [
  'COUNT(count)',
  'COUNT(DISTINCT parents)',
  'MAX(last_id)',
  'SUM(parent_sum)',
  'SUM(n_sum)',
  'MIN(least_r)',
  'COUNT(DISTINCT id)',
  'MAX(parent)',
  'COUNT(DISTINCT d_text)',
  'MIN(day_text)',
];

const statements = fc
  .record({
    tree: trees,
    from: fc.constantFrom('things', 'shown'),
    keys: fc.subarray(columns, { minLength: 1, maxLength: 3 }),
    calls: fc.subarray(values, { minLength: 1, maxLength: 3 }),
    shape: fc.constantFrom(
      'rows',
      'groups',
      'value',
      'distinct',
      'totals',
      'joined',
      'having',
      'window',
      'in',
      'beside',
      'union',
    ),
  })
  .map(({ tree, from, keys, calls, shape }) => {
    const by = keys.map((_, at) => at + 1).join(', ');
    const [shown, computed] = [keys.join(', '), calls.map((call, at) => `${call} AS v${at}`).join(', ')];
    const forms = {
      rows: `SELECT ${shown} FROM ${from} WHERE ${tree}`,
      groups: `SELECT ${shown}, ${computed} FROM ${from} WHERE ${tree} GROUP BY ${by}`,
      value: `SELECT id, (${tree}) AS v FROM ${from}`,
      distinct: `SELECT DISTINCT ${shown} FROM ${from} WHERE ${tree}`,
      totals: `SELECT ${computed} FROM ${from} WHERE ${tree}`,
      joined: `SELECT a.parent, b.id, a.n FROM (SELECT parent, COUNT(count) AS n FROM ${from} WHERE ${tree} GROUP BY 1) a JOIN (SELECT id FROM things GROUP BY 1) b ON a.parent = b.id`,
      having: `SELECT flag, ${computed} FROM ${from} WHERE ${tree} GROUP BY 1 HAVING MAX(last_id) >= 9007199254740993`,
      window: `SELECT id, LAG(id) OVER (ORDER BY id) AS l, SUM(parent) OVER (ORDER BY id) AS s FROM ${from} WHERE ${tree}`,
      beside: `SELECT id, COALESCE(parent, whole) AS a, CASE WHEN ${tree} THEN whole ELSE id END AS b, id - whole AS c, 1 + whole * parent % 1000 AS e, GREATEST(whole, id) AS g FROM ${from}`,
      union: `SELECT parent AS v FROM ${from} WHERE ${tree} UNION SELECT whole FROM things UNION ALL SELECT COALESCE(whole, 0) FROM things`,
      in: `SELECT ${shown} FROM ${from} WHERE parent IN (SELECT id FROM things WHERE ${tree})`,
    };
    return forms[shape as keyof typeof forms];
  });

const refusals = /^(?:Unsupported|Rewrite) Error: /;

let postgres: PostgresAnswers;
beforeAll(async () => {
  postgres = await PostgresAnswers.open({ tables, plain });
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

describe.each<SourceKind>(['duckdb', 'postgres', 'mysql', ...clickhouseKind])('columns of every type on %s', (kind) => {
  it(
    'have the values in statements that PostgreSQL has',
    async () => {
      await using shop = await Shop.of(kind, model, tables);
      let [asked, answered] = [0, 0];
      await fc.assert(
        fc.asyncProperty(statements, async (sql) => {
          const { rows: expected, types } = await postgres.ask(sql);
          // Numbers that no double holds keep their digits.
          const isDouble = types.map((type, at) => type === 'Double' && !expected.some((row) => isLong(row[at])));
          const truth = { rows: expected, isDouble };
          const lines = await shop.ask(sql);
          const error = lines.find((line) => line.error !== undefined)?.error;
          asked += 1;
          if (error !== undefined && refusals.test(error)) return;
          answered += 1;
          const rows = lines.flatMap(({ data }) => data ?? []);
          expect({ sql, error, rows: comparable(rows, truth, false) }).toEqual({
            sql,
            error: undefined,
            rows: comparable(expected, truth, false),
          });
        }),
        { numRuns: runs, seed },
      );
      expect(answered / asked).toBeGreaterThan(kind === 'mysql' ? 0.5 : 0.9);
    },
    patienceMs,
  );
});

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.replace(/\D/g, '').length > 15;
}
