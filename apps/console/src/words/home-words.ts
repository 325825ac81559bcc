import { counted, spoken } from './spoken.ts';

export const homeWords = spoken({
  title: 'Home',
  answer: (measure: string) => `${measure} in all`,
  overTime: (measure: string) => `${measure} by month, last 12 months`,
  by: (measure: string, dimension: string) => `${measure} by ${dimension}`,
  ofIn: (view: string, zone: string) => `${view}, ${zone}`,
  ask: 'Ask a question',
  openInExplore: 'Open in Explore',
  startFrom: 'Start from',
  members: (count: number) => counted(count, { one: '# member', other: '# members' }),
  noView: 'The model has nothing to show yet. Add a cube or a view to it.',
  noDeployment: 'There is no deployment for you yet. Ask an admin for one.',
  noRows: 'No rows.',
  model: 'the model',
  items: 'recent items and favourites',
  recent: 'Recent',
  favourites: 'Favourites',
  allFavourites: 'All favourites',
  changed: (when: string) => `changed ${when}`,
});
