export type {
  AxisStyle,
  ChartFields,
  ChartStyle,
  LabelStyle,
  ReferenceLine,
  SeriesStyle,
} from './chart-style.ts';
export { categoriesOf, isColor, needsEdge, paletteNames, rampOf } from './palettes.ts';
export { pickColumns, styleIn, withNames } from './pick-columns.ts';
export { readChartStyle } from './read-chart-style.ts';
export {
  color,
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
