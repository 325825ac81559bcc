import type { Dialect } from '@orrery/semantic';
import { render, renderStatement, type Sql } from '../../packages/semantic/src/sql/index.ts';
import { type Instant, parseZone } from '../../packages/semantic/src/time/index.ts';

/** Writes SQL that shows one point, as the dialect has it in statements. */
export type SqlSample = (dialect: Dialect) => string;

type Numbers = Extract<Parameters<typeof render>[0]['from'], { kind: 'numbers' }>;

const column = (name: string): Sql => ({ kind: 'column', table: 'orders', name });

export const parameters: SqlSample = (dialect) => {
  const numbers = ['42', '9007199254740993000', '0.25', '1e21'];
  const values: readonly Sql[] = [
    { kind: 'parameter', type: 'string', text: 'north' },
    ...numbers.map((text): Sql => ({ kind: 'parameter', type: 'number', text })),
    { kind: 'parameter', type: 'boolean', isTrue: true },
  ];
  const parts = values.flatMap((value, index) => (index === 0 ? [value] : ['\n', value]));
  return renderStatement({ kind: 'fragment', parts }, dialect).text;
};

export const zones: SqlSample = expressions({
  kind: 'local-time',
  operand: column('created_at'),
  zone: zoneOf('America/New_York'),
  span: { from: Date.UTC(2024, 0, 1) as Instant, to: Date.UTC(2024, 6, 1) as Instant },
});

export const weeks: SqlSample = expressions({
  kind: 'bucket',
  operand: column('created_at'),
  granularity: 'week',
  zone: zoneOf('UTC'),
});

export const series: SqlSample = (dialect) => {
  const numbers: Numbers = { kind: 'numbers', count: 31, alias: 'days' };
  return selected(dialect, { kind: 'column', table: 'days', name: 'n' }, { from: numbers });
};

export const sums: SqlSample = expressions(
  { kind: 'aggregate', function: 'sum', operand: column('amount'), type: 'number' },
  { kind: 'aggregate', function: 'avg', operand: column('amount'), type: 'number' },
);

export const nullOrder: SqlSample = (dialect) =>
  selected(dialect, column('amount'), {
    orderBy: [{ expression: column('amount'), type: 'number', isDescending: true }],
  });

export const textOrder: SqlSample = (dialect) =>
  selected(dialect, dialect.dimensionValue(column('region'), 'string'), {
    orderBy: [{ expression: dialect.dimensionValue(column('region'), 'string'), type: 'string', isDescending: false }],
  });

export const letters: SqlSample = expressions(
  { kind: 'letter-case', to: 'lower', operand: column('region') },
  { kind: 'letter-case', to: 'upper', operand: column('region') },
  { kind: 'text-match', match: 'contains', operand: column('region'), value: 'north' },
);

export const sketches: SqlSample = expressions({
  kind: 'aggregate',
  function: 'count-distinct-approx',
  operand: column('customer_id'),
  type: 'number',
});

export const limits: SqlSample = (dialect) =>
  [dialect.limit(10, 20), dialect.limit(undefined, 20)].map((text) => text.replaceAll('\n', ' ')).join('\n');

function expressions(...trees: readonly Sql[]): SqlSample {
  return (dialect) => trees.map((tree) => renderStatement(tree, dialect).text).join('\n');
}

function selected(dialect: Dialect, expression: Sql, parts: Partial<Parameters<typeof render>[0]>): string {
  const orders: Sql = { kind: 'fragment', parts: ['orders'] };
  return render(
    {
      kind: 'select',
      columns: [{ expression, alias: 'value' }],
      from: { kind: 'source', sql: orders, isSelect: false, alias: 'orders' },
      where: [],
      groupBy: [],
      having: [],
      orderBy: [],
      offset: 0,
      ...parts,
    },
    dialect,
  ).text;
}

function zoneOf(name: string): NonNullable<ReturnType<typeof parseZone>> {
  const zone = parseZone(name);
  if (zone === undefined) throw new Error(`${name} is not a time zone`);
  return zone;
}
