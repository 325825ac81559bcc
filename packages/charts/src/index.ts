export {
  type ChartType,
  chartTypes,
  chooseChart,
  missingFor,
  type Presentation,
  presentationOf,
} from './choose/index.ts';
export { type Column, type ColumnFormat, isMeasure, type Row, titleOf, type Value } from './column.ts';
export { type ChartData, chartData, type ChartValue, plainValues, rowField } from './data/index.ts';
export {
  compactValue,
  exactValue,
  type Formatter,
  formatterOf,
  type FormatOverride,
  formatValue,
  kpiValue,
  withOverride,
} from './format/index.ts';
export { type PublishedSpec, readPublishedSpec } from './published/index.ts';
export { chartSpec, type Spec } from './spec/index.ts';
export {
  describeRows,
  type Kpi,
  kpisOf,
  type PivotedRows,
  pivotRows,
  tableOf,
  type TextTable,
} from './table/index.ts';
export { d3Locale, type ThemeInput, vegaConfig } from './theme/index.ts';
