import { describe, expect, it } from 'vitest';
import { bound, filter, problemsOf, saidAbout } from './bind-fixture.ts';
import type { Query, QueryExpression, QueryFilter } from './query.ts';

const count = { measures: ['orders.count'] };
const names = (length: number) => Array.from({ length }, (_, index) => `orders.no_${index}`);
const texts = (length: number) => Array.from({ length }, (_, index) => `value ${index}`);

function nested(depth: number, leaf: QueryFilter = filter('orders.status', 'set')): QueryFilter {
  let tree = leaf;
  for (let level = 1; level < depth; level += 1) tree = { kind: level % 2 === 0 ? 'or' : 'and', filters: [tree, leaf] };
  return tree;
}

function deepCall(depth: number): QueryExpression {
  let tree: QueryExpression = { kind: 'member', member: 'orders.amount' };
  for (let level = 1; level < depth; level += 1) tree = { kind: 'call', function: 'negate', arguments: [tree] };
  return tree;
}

describe('a query that is too large', () => {
  const item = (expression: QueryExpression) => ({ dimensions: [{ name: 'x', expression }] });
  const wide: QueryExpression = {
    kind: 'call',
    function: 'concat',
    arguments: Array.from({ length: 100_000 }, () => ({ kind: 'value', value: { type: 'string', text: 'x' } })),
  };

  it.each<[string, Partial<Query>, string]>([
    [
      'measures',
      { measures: names(100_000) },
      'Invalid query format: "measures" must contain less than or equal to 1000 items',
    ],
    [
      'dimensions',
      { dimensions: names(100_000) },
      'Invalid query format: "dimensions" must contain less than or equal to 1000 items',
    ],
    [
      'segments',
      { ...count, segments: names(100_000) },
      'Invalid query format: "segments" must contain less than or equal to 1000 items',
    ],
    [
      'time dimensions',
      { ...count, timeDimensions: names(100_000).map((dimension) => ({ dimension })) },
      'Invalid query format: "timeDimensions" must contain less than or equal to 1000 items',
    ],
    [
      'order',
      { ...count, order: names(100_000).map((member) => ({ member, descending: false })) },
      'Invalid query format: "order" must contain less than or equal to 1000 items',
    ],
    [
      'filter values',
      { ...count, filters: [filter('orders.status', 'equals', ...texts(100_000))] },
      'A query takes no more than 10000 filter values',
    ],
    [
      'values to look for inside texts',
      { ...count, filters: [filter('orders.status', 'contains', ...texts(1001))] },
      'A query takes no more than 1000 values to look for inside texts',
    ],
    [
      'one filter value',
      { ...count, filters: [filter('orders.status', 'equals', 'x'.repeat(1_000_001))] },
      'A filter value has no more than 1000000 characters',
    ],
    [
      'filters',
      { ...count, filters: texts(100_000).map((text) => filter('orders.status', 'equals', text)) },
      'A query takes no more than 2000 filters',
    ],
    ['nesting', { ...count, filters: [nested(100_000)] }, 'Filters are nested more than 50 levels deep'],
    ['deep expression', item(deepCall(100_000)), 'Expressions are nested more than 50 levels deep'],
    ['wide expression', item(wide), 'A query takes no more than 1000 parts of an expression'],
  ])('in %s is refused at once', (_, query, message) => {
    const messages = problemsOf(query).map((one) => one.message);
    expect(messages).toContain(message);
  });

  it('within the limits is bound', () => {
    const large = {
      measures: Array.from({ length: 1000 }, () => 'orders.count'),
      filters: [nested(50), filter('orders.status', 'equals', ...texts(9_000))],
      order: Array.from({ length: 1000 }, () => ({ member: 'orders.total', descending: false })),
    };
    expect(bound(large)).toBeDefined();
    expect(bound(item(deepCall(50)))).toBeDefined();
  });
});

describe('more problems than the limit', () => {
  it('are listed up to a hundred, and the rest are counted', () => {
    const messages = saidAbout({ dimensions: names(1000) }).map(([, message]) => message);
    expect(messages).toHaveLength(101);
    expect(messages.at(-1)).toBe('900 more problems were found');
  });

  it('quote no long texts from the request', () => {
    const long = `orders.${'x'.repeat(1_000_000)}`;
    for (const query of [
      { measures: [long] },
      { ...count, timezone: long },
      { ...count, order: [{ member: long, descending: true }] },
      { ...count, filters: [filter('orders.amount', 'equals', long)] },
      { ...count, filters: [filter('orders.amount', 'contains', long)] },
      { ...count, timeDimensions: [{ dimension: 'orders.created_at', dateRange: long }] },
      { ...count, timeDimensions: [{ dimension: 'orders.created_at', granularity: long }] },
    ]) {
      expect(JSON.stringify(problemsOf(query)).length).toBeLessThan(4000);
    }
  });
});
