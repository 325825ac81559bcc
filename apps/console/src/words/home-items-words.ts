import { spoken } from './spoken.ts';

export const homeItemsWords = spoken({
  items: 'recent items and favourites',
  recent: 'Recent',
  favourites: 'Favourites',
  allFavourites: 'All favourites',
  changed: (when: string) => `changed ${when}`,
});
