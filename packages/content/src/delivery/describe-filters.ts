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
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
  return String(value);
}
