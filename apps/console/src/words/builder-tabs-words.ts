import { spoken } from './spoken.ts';

/** Texts about tabs of dashboards, where they are built. */
export const builderTabsWords = spoken({
  tab: (number: number) => `Tab ${number}`,
  add: 'Add a tab',
  rename: (title: string) => `Rename ${title}...`,
  renameTitle: (title: string) => `Rename ${title}`,
  earlier: (title: string) => `Move ${title} to the front`,
  later: (title: string) => `Move ${title} to the back`,
  takeOff: (title: string) => `Take off ${title}`,
  empty: 'Nothing in this tab yet. The menu of a tile moves it here.',
  name: 'Name',
  save: 'Save',
});
