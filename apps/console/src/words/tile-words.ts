import { counted, spoken } from './spoken.ts';

export const tileWords = spoken({
  noRows: 'No rows.',
  loading: (title: string) => `Loading ${title}`,
  explore: 'Open in Explore',
  exploreWhole: 'Open in Explore without all filters',
  data: 'Data',
  csv: 'Download CSV',
  full: 'Full screen',
  close: 'Close',
  again: 'Try again',
  loadAgain: 'Load again',
  cancelled: 'Loading was cancelled.',
  notTheseFilters: 'These rows are of earlier settings: those set now are not applied.',
  truncated: (rows: number) => counted(rows, { one: 'Only the first row.', other: 'Only the first # rows.' }),
  notFollowed: (count: number) => counted(count, { one: '1 filter does not apply.', other: '# filters do not apply.' }),
});
