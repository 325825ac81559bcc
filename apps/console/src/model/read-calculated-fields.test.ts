import { expect, it } from 'vitest';
import { obstacleOf } from './field-obstacle.ts';
import { readCalculatedFields } from './read-calculated-fields.ts';
import { axisOf, calculationSql, statementPartsOf } from './calculation-sql.ts';

const total = { name: 'Share', calculation: 'percent_of_total', of: 'v.m' } as const;
const previous = { name: 'Part', calculation: 'percent_of_previous', of: 'v.m' } as const;
const distinct = { name: 'Kinds', aggregate: 'count_distinct', of: 'v.t.month' } as const;
const own = { name: 'Own', sql: '"v.m" * 2' };

it('reads fields of an address, and leaves out what is none', () => {
  expect(readCalculatedFields([total, previous, distinct, own])).toEqual([total, previous, distinct, own]);
  expect(
    readCalculatedFields([
      { ...distinct, aggregate: 'sum' },
      { ...distinct, of: 'v.t) FROM x' },
    ]),
  ).toBeUndefined();
  const others = [
    7,
    null,
    { name: 'x' },
    { name: ' ', sql: '1' },
    { name: 'x', sql: ' ' },
    { name: 'y'.repeat(201), sql: '1' },
  ];
  expect(readCalculatedFields([...others, { name: 'x', calculation: 'constructor', of: 'v.m' }])).toBeUndefined();
  expect(readCalculatedFields([own, { ...own, sql: '2' }])).toEqual([own]);
  const some = { name: 'Online', of: 'v.m', where: [{ dimension: 'v.a', value: null }] } as const;
  expect(readCalculatedFields([some])).toEqual([some]);
  const broken = [[], [{ dimension: 'v.a' }], [{ dimension: 'v.a OR', value: 1 }], [{ dimension: 'v.a', value: {} }]];
  expect(readCalculatedFields(broken.map((where) => ({ ...some, where })))).toBeUndefined();
  expect(readCalculatedFields({ length: 1 })).toBeUndefined();
});

it('goes along the shortest buckets of the first time, else along the first dimension', () => {
  expect(axisOf({ dimensions: ['v.a', 'v.t.year', 'v.b', 'v.t.day', 'v.u.month'] })).toEqual({
    along: 'v.t.day',
    step: '1 day',
    within: ['v.a', 'v.b', 'v.u.month'],
  });
  expect(axisOf({ dimensions: ['v.t.fiscal'] })).toEqual({ along: 'v.t.fiscal', step: undefined, within: [] });
  expect(axisOf({ dimensions: ['v.t.constructor'] })?.step).toBeUndefined();
  expect(axisOf({ dimensions: ['v.a', 'v.b'] })).toEqual({ along: 'v.a', step: undefined, within: ['v.b'] });
  expect(axisOf({ measures: ['v.m'] })).toBeUndefined();
});

it('has no value without its measure, a dimension, or groups', () => {
  expect(obstacleOf(total, { measures: ['v.m'] })).toBeUndefined();
  expect(obstacleOf(previous, { measures: ['v.m'] })).toBe('dimension');
  expect(obstacleOf(total, { dimensions: ['v.a'] })).toBe('measure');
  expect(obstacleOf(total, { measures: ['v.m'], dimensions: ['v.a'], ungrouped: true })).toBe('groups');
  expect(obstacleOf(own, {})).toBeUndefined();
  const compared = {
    measures: ['v.m'],
    timeDimensions: [{ dimension: 'v.at', compareDateRange: ['this month', 'last month'] }],
  };
  for (const field of [total, own, distinct]) expect(obstacleOf(field, compared)).toBe('comparison');
  expect(obstacleOf(distinct, { dimensions: ['v.a'] })).toBeUndefined();
  expect(obstacleOf(distinct, { dimensions: ['v.a'], ungrouped: true })).toBe('groups');
});

it('follows the query: its granularity and its other dimensions are those of the windows', () => {
  const of = (dimensions: readonly string[]) =>
    calculationSql(previous, { measures: ['v.m'], dimensions: [...dimensions] });
  expect(of(['v.t.week', 'v.a'])).toBe(
    `CASE WHEN LAG("v.t.week") OVER (PARTITION BY "v.a" ORDER BY "v.t.week") = "v.t.week" - INTERVAL '7 day' ` +
      `THEN CAST("v.m" AS DOUBLE PRECISION) / NULLIF(LAG("v.m") OVER (PARTITION BY "v.a" ORDER BY "v.t.week"), 0) END`,
  );
  expect(of(['v.a'])).toBe('CAST("v.m" AS DOUBLE PRECISION) / NULLIF(LAG("v.m") OVER (ORDER BY "v.a"), 0)');
});

it('asks for the fields that have a value, and is ordered by no others', () => {
  const query = {
    measures: ['v.m'],
    order: [
      ['Part', 'asc'],
      ['Own', 'desc'],
      ['v.m', 'asc'],
    ] as [string, 'asc' | 'desc'][],
  };
  expect(statementPartsOf({ query, calculated: [previous, own, distinct] })).toEqual({
    query: {
      measures: ['v.m'],
      order: [
        ['Own', 'desc'],
        ['v.m', 'asc'],
      ],
    },
    calculatedFields: [{ name: 'Own', sql: '"v.m" * 2' }, distinct],
  });
});
