import { entryOf, operatorWords } from '@orrery/charts';
import { counted, spoken } from './spoken.ts';

export const dashboardWords = spoken({
  title: 'Dashboard',
  empty: 'This dashboard is empty.',
  unsupported: 'This part cannot be shown yet.',
  refresh: 'Refresh',
  share: 'Share',
  editWorkbook: 'Edit in the workbook',
  reset: 'Reset filters',
  loading: (left: number, all: number) => `${left} of ${all} loading`,
  cancel: 'Cancel',
  asPublished: 'As published',
  all: 'All',
  locked: 'Set by the author',
  clear: (name: string) => `All: ${name}`,
  search: (name: string) => `Search ${name}`,
  apply: 'Apply',
  looking: 'Looking',
  noValues: 'No values.',
  moreValues: 'There are more values: search for them.',
  valuesFailed: 'The values cannot be read.',
  from: 'from',
  to: 'to',
  isOn: 'On',
  more: (named: string, others: number) => `${named} ${counted(others, { one: 'and 1 more', other: 'and # more' })}`,
  granularity: (name: string) => `${name} by`,
});

/** Words of an operator between a member and its values; the name of one that is not known. */
export function operatorText(operator: string): string {
  return spoken({ text: entryOf<string>(operatorWords, operator) ?? operator }).text;
}
