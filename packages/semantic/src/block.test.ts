import { expect, it } from 'vitest';
import {
  bindQuery,
  compileModel,
  dialectFor,
  type Instant,
  indexModel,
  openAccess,
  planQuery,
  type Query,
  renderBlock,
  type Zone,
} from './index.ts';

const text = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: last, sql: created_at, type: max }
`;
const { pieces, problems } = compileModel([{ path: 'model.yml', text }]).build;
const model = indexModel(pieces);
const nothing: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [], order: [] };

function blockOf(query: Partial<Query>, params: (string | boolean)[]) {
  expect(problems).toEqual([]);
  const bound = bindQuery({ ...nothing, ...query }, model, {
    now: 0 as Instant,
    access: openAccess,
    defaultZone: 'UTC' as Zone,
    defaultLimit: Number.POSITIVE_INFINITY,
    maxLimit: Number.POSITIVE_INFINITY,
  });
  if (!bound.ok) throw new Error(bound.problems.map(({ message }) => message).join('; '));
  const plan = planQuery(bound.value, model);
  const dialect = dialectFor('postgres');
  if (!plan.ok || !dialect) throw new Error('it is planned');
  return renderBlock(plan.value, model, dialect, params);
}

it('numbers its parameters after those of the statement', () => {
  const params: (string | boolean)[] = ['first'];
  const { text: sql } = blockOf(
    {
      measures: ['orders.count'],
      filters: [{ kind: 'member', member: 'orders.status', operator: 'equals', values: ['new'] }],
    },
    params,
  );
  expect(sql).toContain('$2');
  expect(sql).not.toContain('$1');
  expect(params).toEqual(['first', 'new']);
});

it('has neither an order nor a limit of its own', () => {
  expect(blockOf({ measures: ['orders.count'], dimensions: ['orders.status'] }, []).text).not.toMatch(/ORDER BY|LIMIT/);
});

it('says which columns hold whole numbers, and which least and greatest values are times', () => {
  const { columns } = blockOf(
    {
      measures: [
        'orders.count',
        'orders.total',
        'orders.last',
        { name: 'least', expression: { kind: 'altered', measure: 'orders.total', function: 'min' } },
        { name: 'totals', expression: { kind: 'altered', measure: 'orders.total', function: 'count-distinct' } },
        {
          name: 'first',
          expression: { kind: 'aggregate', function: 'min', of: { kind: 'member', member: 'orders.created_at' } },
        },
      ],
      dimensions: ['orders.status'],
    },
    [],
  );
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['orders.status', 'string'],
    ['orders.count', 'integer'],
    ['orders.total', 'number'],
    ['orders.last', 'time'],
    ['least', 'number'],
    ['totals', 'integer'],
    ['first', 'time'],
  ]);
});
