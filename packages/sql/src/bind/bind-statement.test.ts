import { compileModel, indexModel, openAccess } from '@orrery/semantic';
import { expect, test } from 'vitest';
import { loadParse } from '../parse/index.ts';
import { StatementRefused } from '../refusal.ts';
import { columnsOf as idsOf, mapScalars, type Relation, type Scalar } from '../relation/index.ts';
import { typeText } from '../types/index.ts';
import { bindStatement, modelTables } from './index.ts';

const model = `
cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: Status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
      - { name: secret, sql: secret, type: string, public: false }
`;
const { build } = compileModel([{ path: 'orders.yml', text: model }]);
const tables = modelTables(indexModel(build.pieces), openAccess);
const parse = await loadParse();

function columnsOf(text: string) {
  const parsed = parse(text);
  const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
  if (statement?.kind !== 'select') throw new Error(`not a SELECT: ${text}`);
  return bindStatement(statement.select, tables).output.map(({ name, type }) => `${name} ${typeText(type.name)}`);
}

function refusalOf(text: string) {
  try {
    columnsOf(text);
  } catch (error) {
    if (error instanceof StatementRefused) return error.refusal;
    throw error;
  }
  throw new Error(`answered: ${text}`);
}

test.each([
  ['SELECT status FROM orders', ['Status text']],
  ['SELECT STATUS AS "a:B", CREATED_AT FROM Orders', ['a:B text', 'created_at timestamp without time zone']],
  ['SELECT "public"."orders"."Status" s FROM "public"."orders"', ['s text']],
  ['SELECT o.* FROM (SELECT total, Status AS s FROM orders) o', ['total double precision', 's text']],
  ["SELECT 7 / 2, 1 + 2.5 AS n, NULL, 'x'", ['?column? integer', 'n numeric', '?column? text', '?column? text']],
  ['SELECT CASE WHEN id > 1 THEN 1 ELSE 2.5 END FROM orders', ['case numeric']],
  ['SELECT a.id FROM orders a JOIN orders b USING (id)', ['id double precision']],
  ["VALUES (1, 'a'), (2.5, NULL) ORDER BY 1 LIMIT 1", ['column1 numeric', 'column2 text']],
  ['SELECT 1 AS a UNION ALL SELECT 2.5', ['a numeric']],
  ['SELECT true AS a UNION ALL SELECT NULL', ['a boolean']],
  ["SELECT NULL AS a UNION SELECT DATE '2024-01-01'", ['a date']],
  ["SELECT 1 AS a UNION ALL SELECT '2'", ['a integer']],
  ["SELECT NULL AS a UNION SELECT 'b'", ['a text']],
  ['WITH w (x) AS (SELECT id FROM orders) SELECT x FROM w WHERE x IN (SELECT id FROM orders)', ['x double precision']],
])('names and types the columns of %s', (text, columns) => {
  expect(columnsOf(text)).toEqual(columns);
});

test.each([
  ['SELECT a FROM nope', 'sql.unknown-table', "Table or CTE with name 'nope' not found"],
  ['SELECT foobar FROM orders', 'sql.unknown-column', "Invalid identifier '#foobar' for schema fields:[orders.count"],
  ['SELECT secret FROM orders', 'sql.unknown-column', "Invalid identifier '#secret'"],
  ['SELECT id FROM orders a, orders b', 'sql.ambiguous-column', 'ambiguous'],
  ['SELECT id FROM orders WHERE id', 'sql.not-boolean', 'must be type boolean'],
  ['SELECT NULL UNION SELECT NULL UNION SELECT true', 'sql.type-mismatch', 'types text and boolean cannot be matched'],
  ['SELECT 1 UNION SELECT 1, 2', 'sql.set-columns', 'same number of columns'],
  ['SELECT Status FROM orders ORDER BY 2', 'sql.position', 'ORDER BY position 2'],
  ['SELECT pg_sleep(10)', 'sql.absent-function', 'it makes a statement wait'],
  ['SELECT id FROM orders FOR UPDATE', 'sql.clause', 'FOR UPDATE'],
])('refuses %s', (text, code, message) => {
  const refusal = refusalOf(text);
  expect(refusal.code).toBe(code);
  expect(refusal.message).toContain(message);
});

test('says where a name stands and which was probably meant', () => {
  expect(refusalOf('SELECT id,\n  statsu FROM orders')).toMatchObject({ position: 13, hint: 'Did you mean Status?' });
});

test('refuses a statement of too many levels', () => {
  const levels = 400;
  const text = `SELECT ${'('.repeat(levels)}SELECT 1${')'.repeat(levels)}`;
  expect(columnsOf(`SELECT ${'abs('.repeat(200)}1${')'.repeat(200)}`)).toEqual(['abs integer']);
  expect(columnsOf(text)).toHaveLength(1);
});

test.each([
  'EXISTS (SELECT o.id FROM orders i)',
  'NOT EXISTS (SELECT i.id, o.status FROM orders i ORDER BY i.id LIMIT 1)',
  'EXISTS (SELECT DISTINCT o.id FROM orders i)',
  'EXISTS (SELECT o.status FROM orders i GROUP BY i.status)',
  'EXISTS (SELECT 1 FROM orders i GROUP BY o.status)',
  'EXISTS (SELECT o.id FROM orders i LIMIT 5)',
  "EXISTS (SELECT 1 FROM orders i WHERE o.status = 'new' AND i.status = 'paid')",
  'EXISTS (SELECT 1 FROM orders i WHERE i.id > o.id)',
  'o.id IN (SELECT o.id FROM orders i)',
  "o.status NOT IN (SELECT DISTINCT o.status FROM orders i WHERE i.status = 'paid')",
  'o.id >= ANY (SELECT o.id + 1 FROM orders i)',
  'o.id < ALL (SELECT o.id FROM orders i ORDER BY i.id)',
  'o.id = (SELECT o.id FROM orders i LIMIT 1)',
])('a sub-select that is only asked for rows reads nothing around it: %s', (condition) => {
  const { filter, found } = subSelectsOf(condition);
  const outer = new Set(idsOf(filter.input).map(({ id }) => id));
  const read = found.flatMap((query) => JSON.stringify(query).match(/"column":\d+/g) ?? []);
  expect(found).toHaveLength(1);
  expect(read.filter((one) => outer.has(Number(one.slice('"column":'.length))))).toEqual([]);
});

test('a condition with another value in each row is tested for each row of its sub-select', () => {
  const { found } = subSelectsOf('EXISTS (SELECT 1 FROM orders i WHERE random() < 0.5)');
  expect(found.map(({ kind }) => kind)).toEqual(['filter']);
});

/** The condition of a statement, and the sub-selects in it. */
function subSelectsOf(condition: string) {
  const parsed = parse(`SELECT o.id FROM orders o WHERE ${condition}`);
  const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
  if (statement?.kind !== 'select') throw new Error('not a SELECT');
  const found: Relation[] = [];
  const look = (scalar: Scalar): Scalar => {
    return mapScalars(scalar, look, (query) => {
      found.push(query);
      return query;
    });
  };
  const { relation } = bindStatement(statement.select, tables);
  const filter = relation.kind === 'project' ? relation.input : relation;
  if (filter.kind !== 'filter') throw new Error('there is a condition');
  look(filter.condition);
  return { filter, found };
}
