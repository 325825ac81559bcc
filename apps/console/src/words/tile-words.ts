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
  applied: 'Filters that act',
  unapplied: 'Filters that do not apply',
  filtersTitle: (title: string) => `Filters of ${title}`,
  filtersOf: (title: string, acting: number, others: number) =>
    others === 0
      ? `${counted(acting, { one: '1 filter acts', other: '# filters act' })} on ${title}`
      : `${counted(acting, { one: '1 filter acts', other: '# filters act' })} on ${title}, ${counted(others, { one: '1 does not apply', other: '# do not apply' })}`,
  truncated: (rows: number) => counted(rows, { one: 'Only the first row.', other: 'Only the first # rows.' }),
  notFollowed: (count: number) => counted(count, { one: '1 filter does not apply.', other: '# filters do not apply.' }),
});
