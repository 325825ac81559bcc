import { operatorWords } from '@orrery/charts';
import { type DashboardFilter, dashboardFilterSchema, isDashboardOperator } from '@orrery/contract';
import { filterOperators } from '@orrery/kernel';
import { expect, it } from 'vitest';
import { toWireFilter } from '../packages/content/src/query/dashboard-filter.ts';
import { wireFilters } from '../packages/embed/src/answer/wire-filters.ts';

const operators = [
  ...['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'not_starts_with'],
  ...['ends_with', 'not_ends_with', 'greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'],
  ...['between', 'is_null', 'is_not_null', 'in_date_range', 'unknown'],
] as const;
const ends = [{}, { startInclusive: false }, { endInclusive: false }, { startInclusive: false, endInclusive: false }];

/** Explore and React components translate the filters of dashboards as well: other rows would be another number. */
it.each(operators)('is translated alike by the server and by pages: %s', (operator) => {
  for (const type of ['string', 'number', 'time'] as const) {
    const values = operator === 'between' ? ['2024-01-01', '2024-02-01'] : ['2024-01-01'];
    for (const value of [values, ...(operator === 'between' ? [] : ['2024-01-01'])]) {
      for (const inclusive of ends) {
        const filter = { operator, value, ...inclusive };
        const given = { member: 'orders.x', ...filter } as DashboardFilter; // one of them is not known
        const made = toWireFilter(given, type, 'dashboardFilters[0]');
        const server = 'filter' in made ? ('and' in made.filter ? made.filter.and : [made.filter]) : ['untold'];
        expect(wireFilters('orders.x', filter, type === 'time')).toEqual(server);
      }
    }
  }
});

it('operators of dashboards and queries have words, from one table', () => {
  const { options } = dashboardFilterSchema.shape.operator.unwrap().unwrap();
  const ofQueries = filterOperators.filter((operator) => operator !== 'measureFilter'); // pages show it by its name
  expect(Object.keys(operatorWords).toSorted()).toEqual([...new Set([...options, ...ofQueries])].toSorted());
  expect(isDashboardOperator('unknown')).toBe(false);
});
