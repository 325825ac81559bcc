import { tileTexts } from '@orrery/embed';
import { spoken } from './spoken.ts';

export const tileWords = spoken({
  ...tileTexts,
  loading: (title: string) => `Loading ${title}`,
  explore: 'Open in Explore',
  exploreWhole: 'Open in Explore without all filters',
  data: 'Data',
  csv: 'Download CSV',
  full: 'Full screen',
  close: 'Close',
  loadAgain: 'Load again',
  cancelled: 'Loading was cancelled.',
  notTheseFilters: 'These rows are of earlier settings: those set now are not applied.',
});
