import { spoken } from './spoken.ts';

const texts = spoken({
  title: 'Look of the dashboard',
  help: 'Empty fields are as in the theme. Viewers see it once it is published.',
  theme: 'Theme',
  builtIn: 'Built-in',
  deletedTheme: 'A theme that is deleted',
  inTheme: (value: string) => `In the theme: ${value}`,
  badContrast: (ratio: string, nearest: string) =>
    `Contrast ${ratio}:1 on its background; texts need 4.5:1. The nearest that has it: ${nearest}`,
  newTheme: 'Name of a new theme',
  saveAsNew: 'Save as new',
  saveTheme: (name: string) => `Save ${name}`,
  themeChanged: 'Somebody else has changed this theme meanwhile. Close this and open it again to see how.',
  manageThemes: 'Manage themes',
  savingHelp:
    'A theme that is saved changes every draft that has it. Published dashboards change when they are published again.',
  ofDashboard: 'Dashboard',
  ofTiles: 'Tiles',
  reset: 'Reset',
});

const names = spoken({
  'dashboard.backgroundColor': 'Background',
  'dashboard.padding': 'Space around the tiles',
  'widgets.backgroundColor': 'Background of tiles',
  'widgets.padding': 'Space inside of tiles',
  'widgets.border.color': 'Colour of borders',
  'widgets.border.radius': 'Radius of borders',
  'widgets.border.style': 'Stroke of borders',
  'widgets.border.width': 'Width of borders',
  'widgets.title.color': 'Colour of titles',
  'widgets.title.fontSize': 'Size of titles',
  'widgets.title.fontWeight': 'Weight of titles',
  'widgets.title.fontFamily': 'Font of titles',
  'widgets.text.color': 'Colour of texts',
  'widgets.text.fontFamily': 'Font of texts',
});

const faults = spoken({
  colour: 'Write a colour such as #4061d0.',
  length: 'Write a length such as 8px.',
  lengths: 'Write up to four lengths such as 8px 16px.',
  style: 'Write solid, dashed, dotted, double or none.',
  weight: 'Write normal, bold, or a number such as 600.',
  font: 'Write names of fonts, such as Georgia, serif.',
});

/** Texts about the look of a dashboard. */
export const lookWords = { ...texts, names, faults };
