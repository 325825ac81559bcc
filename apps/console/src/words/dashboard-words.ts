import { controlTexts, dashboardTexts } from '@orrery/embed';
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
