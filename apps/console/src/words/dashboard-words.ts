import { controlTexts, dashboardTexts, operatorText as textOf } from '@orrery/embed';
import { spoken } from './spoken.ts';

export const dashboardWords = spoken({
  ...controlTexts,
  ...dashboardTexts,
  title: 'Dashboard',
  refresh: 'Refresh',
  share: 'Share',
  editWorkbook: 'Edit in the workbook',
  reset: 'Reset filters',
  loading: (left: number, all: number) => `${left} of ${all} loading`,
  cancel: 'Cancel',
});

/** Words of an operator between a member and its values; the name of an unknown operator. */
export function operatorText(operator: string): string {
  return spoken({ text: textOf(operator) }).text;
}
