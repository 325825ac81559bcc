import type { DashboardFilter } from '@orrery/contract';
import { describe, expect, it } from 'vitest';
import { InvalidQuery } from '../../../runtime/src/request/invalid-query.ts';
import { sampleRuntime } from '../../../runtime/src/query/sample-runtime.ts';
import { replaced, substitute } from './substitute.ts';

const { runtime } = sampleRuntime(async function* () {});
const created = 'orders.created_at';

describe("a dashboard's additions to a query", () => {
  it('are combined with the filters of the query', () => {
    const own = { member: 'orders.status', operator: 'set' } as const;
    const filters: DashboardFilter[] = [
      { member: created, operator: 'greater_than', value: '2026-05-01' },
      { member: 'orders.status', value: 'paid' },
    ];
    expect(substitute({ measures: ['orders.count'], filters: [own] }, { filters, timeGrains: [] }, runtime)).toEqual({
      measures: ['orders.count'],
      filters: [
        own,
        { member: created, operator: 'afterDate', values: ['2026-05-01'] },
        { member: 'orders.status', operator: 'equals', values: ['paid'] },
      ],
    });
  });

  it('replace the granularity at every use in the query, and nothing else', () => {
    const query = {
      dimensions: [`${created}.day`, 'orders.status'],
      timeDimensions: [
        { dimension: created, granularity: 'day', dateRange: 'last 7 days' },
        { dimension: created, dateRange: 'today' },
        { dimension: 'orders.created_at_other', granularity: 'day' },
      ],
      order: [
        [`${created}.day`, 'asc'],
        ['orders.count', 'desc'],
      ],
    } satisfies Parameters<typeof substitute>[0];
    const timeGrains = [
      { member: created, grain: 'month' },
      { member: 'users.created_at', grain: 'year' },
    ];
    expect(substitute(query, { filters: [], timeGrains }, runtime)).toEqual({
      dimensions: [`${created}.month`, 'orders.status'],
      timeDimensions: [
        { dimension: created, granularity: 'month', dateRange: 'last 7 days' },
        { dimension: created, dateRange: 'today' },
        { dimension: 'orders.created_at_other', granularity: 'day' },
      ],
      order: [
        [`${created}.month`, 'asc'],
        ['orders.count', 'desc'],
      ],
    });
    const order = { [`${created}.day`]: 'asc', 'orders.count': 'desc' } as const;
    expect(Object.entries(substitute({ order }, { filters: [], timeGrains }, runtime).order ?? {})).toEqual([
      [`${created}.month`, 'asc'],
      ['orders.count', 'desc'],
    ]);
  });

  it('are refused as a whole when a part cannot be applied', () => {
    const filters: DashboardFilter[] = [
      { member: 'orders.status', operator: 'contains', value: 'x', caseSensitive: true },
      { member: 'orders.status', operator: 'between', value: 'x' },
    ];
    const timeGrains = [{ member: created, grain: 'day.month' }];
    const refused = () => substitute({ measures: ['orders.count'] }, { filters, timeGrains }, runtime);
    expect(refused).toThrow(InvalidQuery);
    expect(refused).toThrow('upper from lower');
    try {
      refused();
    } catch (error) {
      expect((error as InvalidQuery).problems.map(({ path }) => path)).toEqual([
        'dashboardFilters[0]',
        'dashboardFilters[1]',
        'dashboardTimeGrains[0]',
      ]);
    }
  });

  it('are reported at their own path when the model refuses them', () => {
    const own = { filters: [{ member: 'orders.status', operator: 'set' as const }] };
    const at = (path: string) => replaced([{ code: 'c', message: 'm', path }], own)[0]?.path;
    expect(at('filters[0].member')).toBe('filters[0].member');
    expect(at('filters[1].member')).toBe('dashboardFilters[0].member');
    expect(at('filters[2].and[1].values')).toBe('dashboardFilters[1].values');
    expect(at('measures[0]')).toBe('measures[0]');
  });
});
