import { operatorText } from '@orrery/charts';
import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';

/** Describes the filters of a mail in words. */
export function describeFilters(
  filters: readonly DashboardFilter[],
  timeGrains: readonly DashboardTimeGrain[],
): readonly string[] {
  return [
    ...filters.map(({ member, operator, value }) => {
      const words = [member, operatorText(operator ?? 'equals'), valueText(value)];
      return words.filter((word) => word !== '').join(' ');
    }),
    ...timeGrains.map(({ member, grain }) => `${member} by ${grain}`),
  ];
}

function valueText(value: DashboardFilter['value']): string {
  if (value === undefined) return '';
  const values = Array.isArray(value) ? value : [value];
  // Texts stand in quotes: one may read like an operator.
  return values.map((one) => (one === null ? '(none)' : JSON.stringify(one))).join(', ') || '(none)';
}
