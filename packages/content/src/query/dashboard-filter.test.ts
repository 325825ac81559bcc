import type { DashboardFilter } from '@orrery/contract';
import type { ValueType } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { toWireFilter } from './dashboard-filter.ts';

const translate = (filter: object, type: ValueType | undefined = 'string') =>
  toWireFilter({ member: 'orders.x', ...filter } as DashboardFilter, type, 'dashboardFilters[0]');

const wire = (operator: string, ...values: unknown[]) => ({
  filter: { member: 'orders.x', operator, ...(values.length > 0 ? { values } : {}) },
});

describe('a filter of a dashboard', () => {
  it.each([
    ['equals', 'a', wire('equals', 'a')],
    ['not_equals', ['a', null, 2, true], wire('notEquals', 'a', null, 2, true)],
    ['contains', 'a', wire('contains', 'a')],
    ['not_contains', 'a', wire('notContains', 'a')],
    ['starts_with', 'a', wire('startsWith', 'a')],
    ['not_starts_with', 'a', wire('notStartsWith', 'a')],
    ['ends_with', 'a', wire('endsWith', 'a')],
    ['not_ends_with', 'a', wire('notEndsWith', 'a')],
    ['greater_than', 1, wire('gt', 1)],
    ['greater_than_or_equal', 1, wire('gte', 1)],
    ['less_than', [1], wire('lt', 1)],
    ['less_than_or_equal', '1', wire('lte', '1')],
    ['is_null', undefined, wire('notSet')],
    ['is_not_null', 'ignored by what it means', wire('set')],
    [undefined, 'a', wire('equals', 'a')],
  ] as const)('with %s becomes the filter of a query', (operator, value, expected) => {
    expect(translate({ operator, value })).toEqual(expected);
  });

  it.each([
    ['greater_than', 'afterDate'],
    ['greater_than_or_equal', 'afterOrOnDate'],
    ['less_than', 'beforeDate'],
    ['less_than_or_equal', 'beforeOrOnDate'],
  ])('on a time dimension selects whole days with %s', (operator, expected) => {
    expect(translate({ operator, value: '2026-05-01' }, 'time')).toEqual(wire(expected, '2026-05-01'));
  });

  it.each([
    ['number', {}, 'gte', 'lte'],
    ['number', { startInclusive: false }, 'gt', 'lte'],
    ['number', { startInclusive: true, endInclusive: false }, 'gte', 'lt'],
    ['time', {}, 'afterOrOnDate', 'beforeOrOnDate'],
    ['time', { startInclusive: false, endInclusive: false }, 'afterDate', 'beforeDate'],
  ] as const)('between two values of type %s includes the ends by default: %o', (type, more, from, to) => {
    expect(translate({ operator: 'between', value: ['1', '2'], ...more }, type)).toEqual({
      filter: { and: [wire(from, '1').filter, wire(to, '2').filter] },
    });
  });

  it.each([
    [{ operator: 'custom', value: 'x' }, 'content.filter-not-supported', 'operator custom, which no query has'],
    [{ operator: 'constructor', value: 'x' }, 'content.filter-not-supported', 'operator constructor'],
    [{ operator: 'equals', value: 'x', caseSensitive: false }, 'content.filter-not-supported', 'ignore case'],
    [{ operator: 'contains', value: 'x', caseSensitive: true }, 'content.filter-not-supported', 'upper from lower'],
    [
      { operator: 'contains', value: 'x', caseSensitive: 'no' },
      'content.filter-not-supported',
      'true or false as caseSensitive',
    ],
    [{ operator: 'equals', value: { a: 1 } }, 'content.bad-filter', 'neither a text, a number nor a boolean'],
    [{ operator: 'equals', value: [['a']] }, 'content.bad-filter', 'neither a text'],
    [{ operator: 'equals' }, 'content.bad-filter', 'has no value for equals'],
    [{ operator: 'equals', value: [] }, 'content.bad-filter', 'has no value for equals'],
    [{ operator: 'less_than', value: [1, 2] }, 'content.bad-filter', 'takes one value for less_than'],
    [{ operator: 'between', value: [1] }, 'content.bad-filter', 'takes two values'],
    [{ operator: 'between', value: [1, null] }, 'content.bad-filter', 'takes two values'],
    [{ operator: 'between', value: [1, 2], endInclusive: 'yes' }, 'content.bad-filter', 'true or false for each end'],
  ])('that no query can apply is refused: %o', (filter, code, words) => {
    const outcome = translate(filter);
    expect(outcome).toMatchObject({ problem: { code, path: 'dashboardFilters[0]' } });
    expect('problem' in outcome && outcome.problem.message).toContain(words);
  });

  it('may repeat the case sensitivity of queries, and is free where case has no meaning', () => {
    expect(translate({ value: 'x', caseSensitive: true })).toEqual(wire('equals', 'x'));
    expect(translate({ operator: 'contains', value: 'x', caseSensitive: false })).toEqual(wire('contains', 'x'));
    expect(translate({ value: 1, caseSensitive: false }, 'number')).toEqual(wire('equals', 1));
  });
});
