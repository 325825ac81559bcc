import { spoken } from './spoken.ts';

/** Texts about the palettes of the account. */
export const paletteWords = spoken({
  title: 'Chart palettes',
  help: 'Everybody who makes charts chooses among them. Charts that have a palette change with it at once, on published dashboards too.',
  ofTheAccount: 'Of the account',
  ofAccount: 'A palette of the account',
  deleted: 'A palette that is deleted',
  discrete: 'Built-in, for categories',
  continuous: 'Built-in, for amounts',
  empty: 'There are none yet.',
  manage: 'Manage palettes',
  add: 'New palette',
  create: 'Create',
  name: 'Name',
  colors: 'Colours, separated by commas',
  colorsHelp: 'Two to twenty, such as #0b3954, #087e8b. For amounts they go from small to large.',
  notColors: (texts: string) => `These are no colours such as #4061d0: ${texts}`,
  count: 'Write two to twenty colours.',
  changed: 'Somebody else has changed this palette meanwhile. Cancel, and edit it again to see how.',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  save: 'Save',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteHelp: (name: string) => `Charts that have ${name} get the usual colours, on published dashboards too.`,
  close: 'Close',
});
