import { spoken } from './spoken.ts';

const texts = spoken({
  title: 'Look of the dashboard',
  help: 'Empty fields are as in the application. Viewers see it once it is published.',
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
