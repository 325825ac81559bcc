import { spoken } from './spoken.ts';

const texts = spoken({
  settings: 'Chart settings',
  fields: 'Fields',
  style: 'Style',
  x: 'Along the axis',
  color: 'Colour',
  size: 'Size',
  measures: 'Measures',
  tooltip: 'Tooltip',
  none: 'None',
  automatic: 'Automatic',
  order: 'Order',
  orderOfParts: 'Order of parts',
  stacking: 'Stacking',
  palette: 'Colours',
  ownColors: 'Colours of your own',
  ownColorsHelp: 'Such as #4061d0, #d06504',
  colorFault: 'Colours are written as #4061d0.',
  reverse: 'Reverse',
  legend: 'Legend',
  isMissingZero: 'Missing as zero',
  labels: 'Values at marks',
  labelFormat: 'Format of values',
  labelSize: 'Size of values, in pixels',
  series: (title: string) => `Measure: ${title}`,
  mark: 'Drawn as',
  axis: 'Axis',
  seriesColor: 'Colour of the measure',
  title: 'Title',
  format: 'Format',
  formatHelp: 'Such as ,.0f or $,.2f or .1%',
  formatFault: 'This is no format: write one such as ,.0f.',
  min: 'From',
  max: 'To',
  angle: 'Angle of labels, in degrees',
  numberFault: 'Write a number.',
  isHidden: 'Hide the axis',
  hasGrid: 'Grid',
  hasLabels: 'Labels',
  lines: 'Reference lines',
  line: (number: number) => `Line ${number}`,
  value: 'Value',
  label: 'Name',
  dash: 'Stroke',
  addLine: 'Add a line',
  removeLine: (number: number) => `Remove line ${number}`,
});

const axes = spoken({
  x: 'Axis of the dimension',
  y: 'Axis of measures',
  right: 'Second axis',
  across: 'Horizontal axis',
  up: 'Vertical axis',
});
const sorts = spoken({ value: 'Largest first', label: 'By name', none: 'As in the answer' });
const sortsOfParts = spoken({ label: 'By name', sum: 'Largest first' });
const stacks = spoken({ stack: 'Stack', percent: 'Stack to 100 %', overlay: 'Overlay' });
const palettes: Readonly<Record<string, string>> = spoken({
  universal: 'Universal',
  warm: 'Warm',
  cool: 'Cool',
  green: 'Green',
  orange: 'Orange',
  grey: 'Grey',
  signed: 'Blue to orange',
});
const legends = spoken({ top: 'Above', right: 'Right', bottom: 'Below', left: 'Left', hidden: 'Hidden' });
const positions = spoken({
  'outside-end': 'Outside the end',
  'inside-end': 'Inside the end',
  'inside-centre': 'In the middle',
  'inside-base': 'At the base',
});
const marks = spoken({ bar: 'Bars', line: 'Line', area: 'Area', point: 'Points' });
const sides = spoken({ left: 'Left', right: 'Right' });
const dashes = spoken({ solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' });

export const chartWords = {
  ...{ ...texts, axes, sorts, sortsOfParts, stacks, palettes, legends, positions },
  ...{ marks, sides, dashes },
};

const tableTexts = spoken({
  settings: 'Table settings',
  totals: 'Totals',
  column: 'Column',
  isShown: 'Show',
  isPinned: 'Keep in sight',
  width: 'Width, in pixels',
  display: 'Shown as',
  text: 'Text',
  format: 'Format',
  ofModel: 'As in the model',
  decimals: 'Decimals',
  decimalsFault: 'Write a whole number from 0 to 20.',
  rules: 'Marked values',
  rule: (number: number) => `Mark ${number}`,
  when: 'Where it is',
  value: 'Number',
  tone: 'Marked as',
  addRule: 'Mark values',
  removeRule: (number: number) => `Remove mark ${number}`,
});
const displays = spoken({ link: 'Link', bar: 'Bar', scale: 'Shade' });
const formats = spoken({ number: 'Number', currency: 'Currency', percent: 'Percent' });
const whens = spoken({ above: 'Above', below: 'Below', equal: 'Equal to' });
const tones = spoken({ positive: 'Good', warning: 'Notable', negative: 'Bad' });

export const tableWords = { ...tableTexts, displays, formats, whens, tones };

const kpiTexts = spoken({
  settings: 'Settings of numbers',
  blocks: 'Blocks',
  layout: 'Layout',
  block: (number: number, kind: string) => `${number}. ${kind}`,
  add: 'Add a block',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  up: 'Up',
  down: 'Down',
  take: 'Remove',
  isBelow: 'Below the one before',
  measure: 'Measure',
  row: 'Row',
  firstRow: 'First',
  asNumber: 'As the number before',
  label: 'Name',
  hidesLabel: 'Hide the name',
  format: 'Format',
  size: 'Size',
  medium: 'Medium',
  shows: 'Shown in',
  percent: 'Percent',
  good: 'Good is',
  neutral: 'Neither',
  form: 'Form',
  bar: 'Bar',
  line: 'Line',
  target: 'Target',
  targetMeasure: 'Target is a measure',
  aNumber: 'A number',
  text: 'Text',
  textHelp: 'Markdown',
  template: 'Template',
  height: 'Height, in pixels',
  heightFault: 'Write a number from 40 to 600.',
  direction: 'Direction',
  beside: 'Beside each other',
  align: 'Across the direction',
  justify: 'Along the direction',
  start: 'At the start',
  gap: 'Gap, in pixels',
  gapFault: 'Write a number from 0 to 96.',
  wraps: 'Go on in the next line',
  newText: 'Write something here.',
});
const kinds = spoken({
  number: 'Number',
  comparison: 'Comparison',
  progress: 'Progress',
  sparkline: 'Small chart',
  text: 'Text',
  html: 'HTML',
  unreadable: 'Cannot be read',
});
const kpiRows = spoken({ second: 'Second', last: 'Last', newest: 'Newest' });
const sizes = spoken({ small: 'Small', large: 'Large' });
const changes = spoken({ absolute: 'Its own unit', both: 'Both' });
const goods = spoken({ more: 'More', less: 'Less' });
const aligns = spoken({ center: 'In the middle', end: 'At the end', stretch: 'Over all of it' });
const forms = spoken({ circle: 'Circle', bars: 'Bars', column: 'Below each other' });
const justifies = spoken({ center: 'In the middle', end: 'At the end', between: 'With space between' });

export const kpiWords = {
  ...{ ...kpiTexts, kinds, rows: kpiRows, sizes, changes, goods, aligns, justifies },
  ...forms,
};

/** Texts about specs that people write. */
export const specWords = spoken({
  spec: 'Vega-Lite spec',
  specHelp:
    'Fields are the names of columns; the rows are those of the answer. What loads something, leads away or never ends is refused, with the reason above.',
});

const mapTexts = spoken({
  settings: 'Settings of the map',
  form: 'Drawn as',
  latitude: 'Latitude',
  longitude: 'Longitude',
  size: 'Size',
  color: 'Colour',
  isClustered: 'Put points near each other together',
  shapes: 'Regions',
  world: 'Countries of the world',
  address: 'Address of GeoJSON',
  addressHelp:
    'The server fetches it once. The report keeps what it got, and not the address: write it again to fetch again.',
  fetch: 'Fetch',
  fetchAgain: 'Fetch again',
  fetching: 'Fetching',
  stopFetching: 'Stop fetching',
  fetched: 'Fetched: the map has the shapes of this address.',
  geojson: 'GeoJSON',
  geojsonHelp: 'A collection of features with polygons, up to 500,000 letters. It is kept in the report.',
  property: 'Property with the names',
  anyName: 'Any name or code',
  dimension: 'Names of regions',
  measure: 'Measure',
  fills: 'Draw regions without a row',
  projection: 'Projection',
  mercator: 'Mercator',
  middle: 'Longitude in the middle',
  middleFault: 'Write a number from -180 to 180.',
});
const mapForms = spoken({ points: 'Points', regions: 'Regions' });
const mapShapes = spoken({ 'us-states': 'States of the USA', custom: 'Of your own' });
const mapProjections = spoken({ globe: 'Globe' });
const worldProperties = spoken({ name: 'Name', iso2: 'ISO code of two letters', iso3: 'ISO code of three letters' });
const stateProperties = spoken({ name: 'Name', postal: 'Postal code', fips: 'FIPS code' });

export const mapWords = {
  ...{ ...mapTexts, forms: mapForms, shapesOf: mapShapes, projections: mapProjections },
  ...{ worldProperties, stateProperties },
};

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
