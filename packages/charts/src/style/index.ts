export type {
  AccountPalette,
  AxisStyle,
  ChartFields,
  ChartStyle,
  ChosenPalette,
  LabelStyle,
  ReferenceLine,
  SeriesStyle,
} from './chart-style.ts';
export { colorsIn, isAccountPalette, isColor, paletteFaults } from './palette-colors.ts';
export { builtInPalettes, categoriesOf, needsEdge, paletteNames, rampOf } from './palettes.ts';
export { pickColumns, styleIn, withNames } from './pick-columns.ts';
export { mayNamePalette, metaWithPalettes, specWithPalettes } from './palettes-in-charts.ts';
export { readChartStyle } from './read-chart-style.ts';
export { palette } from './read-palette.ts';
export {
  format,
  isNumberFormat,
  listOf,
  longText,
  numberWithin,
  objectOf,
  oneOf,
  type Read,
  recordOf,
  text,
  yes,
} from './readers.ts';
