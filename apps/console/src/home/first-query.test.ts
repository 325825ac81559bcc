import type { MetaCube } from '@orrery/client/data';
import { expect, it } from 'vitest';
import { firstQuery, shownViews } from './first-query.ts';

interface Given {
  readonly name: string;
  readonly type?: 'cube' | 'view';
  readonly public?: boolean;
  readonly measures?: readonly (readonly [name: string, aggType: string])[];
  readonly dimensions?: readonly (readonly [name: string, type: string])[];
  readonly queryable?: NonNullable<MetaCube['queryable']>;
}

function cube({ name, type = 'view', measures = [['count', 'count']], dimensions = [], ...rest }: Given): MetaCube {
  const face = (own: string) => ({
    name: `${name}.${own}`,
    title: own,
    shortTitle: own,
    isVisible: true,
    public: true,
  });
  return {
    ...{ name, title: name, type, isVisible: true, public: true },
    ...{ segments: [], hierarchies: [], folders: [], nestedFolders: [] },
    measures: measures.map(([own, aggType]) => ({
      ...face(own),
      ...{ type: 'number', aggType, cumulative: false, cumulativeTotal: false, drillMembers: [] },
      drillMembersGrouped: { measures: [], dimensions: [] },
    })),
    dimensions: dimensions.map(([own, kind]) => ({
      ...face(own),
      ...{ type: kind, suggestFilterValues: true, primaryKey: false },
    })),
    ...rest,
  };
}

it('asks for an additive measure over the last twelve months', () => {
  const sales = cube({
    name: 'sales',
    measures: [
      ['rate', 'number'],
      ['amount', 'sum'],
    ],
    dimensions: [
      ['status', 'string'],
      ['ordered_at', 'time'],
    ],
  });
  expect(firstQuery(sales)).toEqual({
    measure: 'amount',
    by: 'ordered_at',
    isOverTime: true,
    query: {
      measures: ['sales.amount'],
      timeDimensions: [{ dimension: 'sales.ordered_at', granularity: 'month', dateRange: 'last 12 months' }],
    },
  });
});

it('asks by a dimension of few values where there is no time that goes with the measure', () => {
  const dimensions = [
    ['made_at', 'time'],
    ['name', 'string'],
    ['order_status', 'string'],
  ] as const;
  const queryable = [{ by: [{ name: 'orders', except: ['orders.made_at'] }] }];
  expect(firstQuery(cube({ name: 'orders', dimensions, queryable }))?.query).toMatchObject({
    dimensions: ['orders.order_status'],
    limit: 20,
  });
});

it('asks for the measure alone where nothing goes with it, and nothing of a cube without measures', () => {
  expect(firstQuery(cube({ name: 'a' }))?.query).toEqual({ measures: ['a.count'] });
  expect(firstQuery(cube({ name: 'a', measures: [] }))).toBeUndefined();
});

it('begins, of two such views, with the one whose amount can be grouped in more ways', () => {
  const amount = [['sum', 'sum']] as const;
  const few = cube({ name: 'a_few', measures: amount, dimensions: [['at', 'time']] });
  const many = cube({
    name: 'many',
    measures: amount,
    dimensions: [
      ['at', 'time'],
      ['kind', 'string'],
    ],
  });
  expect(shownViews([few, many]).map(({ name }) => name)).toEqual(['many', 'a_few']);
});

it('begins with a view that has amounts over time, and with cubes where there are no views', () => {
  const plain = cube({ name: 'plain', dimensions: [['kind', 'string']] });
  const timed = cube({ name: 'timed', dimensions: [['at', 'time']] });
  const amount = cube({
    name: 'amount',
    measures: [['sum', 'sum']],
    dimensions: [['at', 'time']],
  });
  const raw = cube({ name: 'raw', type: 'cube' });
  const hidden = cube({ name: 'hidden', public: false });
  expect(shownViews([raw, plain, hidden, timed, amount]).map(({ name }) => name)).toEqual(['amount', 'timed', 'plain']);
  expect(shownViews([raw, hidden]).map(({ name }) => name)).toEqual(['raw']);
});
