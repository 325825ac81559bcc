import { spoken } from './spoken.ts';

/** Texts about the themes of the account. */
export const themeWords = spoken({
  title: 'Dashboard themes',
  help: 'Everybody who builds dashboards chooses among them. What is published keeps the theme as it was then.',
  builtIn: 'Built-in',
  builtInHelp: 'The look of the application. It cannot be changed.',
  empty: 'There are no others yet. Save a look as a new one.',
  edit: 'Rename',
  editOf: (name: string) => `Rename ${name}`,
  name: 'Name',
  save: 'Save',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteHelp: (name: string) =>
    `Drafts that have ${name} get the built-in look. Published dashboards keep what they have until they are published again.`,
  back: 'Back to the look',
});
