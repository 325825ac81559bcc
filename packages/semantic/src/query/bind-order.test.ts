import { describe, expect, it } from 'vitest';
import { bindSample, bound, saidAbout } from './bind-fixture.ts';
import type { Query } from './query.ts';

function orderOf(query: Partial<Query>) {
  const { order, outputs } = bound(query);
  return order.map(({ output, isDescending }) => `${outputs[output]?.name} ${isDescending ? 'desc' : 'asc'}`);
}

const day = { dimension: 'orders.created_at', granularity: 'day' };
const month = { dimension: 'orders.created_at', granularity: 'month' };
const by = (...members: string[]) => members.map((member) => ({ member, descending: true }));

describe('without an order', () => {
  it.each<[string, Partial<Query>, string[]]>([
    [
      'the first time bucket rises',
      { measures: ['orders.count'], dimensions: ['orders.status'], timeDimensions: [month, day] },
      ['orders.created_at.month asc'],
    ],
    [
      'the first measure falls',
      { measures: ['orders.total', 'orders.count'], dimensions: ['orders.status'] },
      ['orders.total desc'],
    ],
    ['the first dimension rises', { dimensions: ['users.city', 'orders.status'] }, ['users.city asc']],
    ['measures alone are not ordered', { measures: ['orders.count'] }, []],
  ])('%s', (_, query, expected) => {
    expect(orderOf(query)).toEqual(expected);
  });
});

describe('with an order', () => {
  const query = { measures: ['orders.count'], dimensions: ['orders.status'], timeDimensions: [month, day] };

  it.each<[string, string[], string[]]>([
    ['none is wanted', [], []],
    ['columns are named', ['orders.status', 'orders.count'], ['orders.status desc', 'orders.count desc']],
    ['letter case does not matter', ['ORDERS.Created_At.DAY'], ['orders.created_at.day desc']],
    ['a plain time dimension is its finest bucket', ['orders.created_at'], ['orders.created_at.day desc']],
    ['a column counts once', ['orders.count', 'orders.COUNT'], ['orders.count desc']],
    [
      'what is not selected is left out',
      ['orders.total', 'orders.created_at.year', 'orders.count'],
      ['orders.count desc'],
    ],
    ['what is not selected leaves the default', ['users.city'], ['orders.created_at.month asc']],
  ])('%s', (_, members, expected) => {
    expect(orderOf({ ...query, order: by(...members) })).toEqual(expected);
  });

  it('prefers the plain time dimension to its bucket when both are selected', () => {
    const both = { dimensions: ['orders.created_at'], timeDimensions: [day], order: by('orders.created_at') };
    expect(orderOf(both)).toEqual(['orders.created_at desc']);
  });

  it('reports the members it left out', () => {
    const outcome = bindSample({ ...query, order: by('orders.Total') });
    expect(outcome).toMatchObject({
      ok: true,
      warnings: [
        { message: "'orders.Total' is not selected, so it does not order the rows", at: { path: 'order[0]' } },
      ],
    });
  });

  it('refuses names that no member has', () => {
    expect(
      saidAbout({ ...query, order: by('orders.nope', 'no.pe', 'orders.completed', 'orders.created_at.eon') }),
    ).toEqual([
      ['order[0]', "'nope' not found for path 'orders.nope'"],
      ['order[1]', "Cube 'no' not found for path 'no.pe'"],
      ['order[2]', "'completed' not found for path 'orders.completed'"],
      ['order[3]', 'Granularity "eon" does not exist in dimension orders.created_at'],
    ]);
  });
});
