export {
  chartOfColumns,
  type ChartType,
  chartTypes,
  chooseChart,
  missingFor,
  type Presentation,
  presentationOf,
  showsAlike,
  templateIn,
} from './choose/index.ts';
export { type Column, type ColumnFormat, isMeasure, type Row, titleOf, type Value } from './column.ts';
export { withDistinctTitles } from './distinct-titles.ts';
export { comparedTable, compares, type Comparison, isCompared, rangeColumn } from './compare/index.ts';
export {
  type ChartData,
  chartData,
  type ChartValue,
  plainValues,
  rowField,
  soFarField,
} from './data/index.ts';
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
export {
  type KpiBlock,
  type KpiBlockKind,
  kpiBlockKinds,
  type KpiLayout,
  type KpiStyle,
  kpiView,
  mostOfKpi,
  readKpiStyle,
  type ShownBlock,
  sparkBars,
  sparkPath,
  usualBlocks,
} from './kpi/index.ts';
export { isLookValue, lookSettings, lookValueIn, themeFaults, themeOver } from './look/index.ts';
export {
  mapChart,
  mapFormOf,
  type MapStyle,
  missingForMap,
  mostOfGeojson,
  pointColumnsOf,
  propertiesOf,
  readMapStyle,
  readShapes,
  type Shape,
  shapesData,
} from './map/index.ts';
export { chartSpec, type Spec } from './spec/index.ts';
export {
  type AccountPalette,
  type AxisStyle,
  builtInPalettes,
  type ChartFields,
  type ChartStyle,
  type ChosenPalette,
  isAccountPalette,
  isColor,
  isNumberFormat,
  type LabelStyle,
  mayNamePalette,
  metaWithPalettes,
  paletteFaults,
  paletteNames,
  pickColumns,
  readChartStyle,
  type ReferenceLine,
  type SeriesStyle,
  specWithPalettes,
  styleIn,
  withNames,
} from './style/index.ts';
export { isChangedOwnChart, type OwnChart, ownChartIn, withOwnChart } from './own/index.ts';
export { type DashboardOperator, dashboardOperators, entryOf, operatorText, operatorWords } from './filters/index.ts';
export { isLongFormat, type PublishedSpec, readPublishedSpec } from './published/index.ts';

export {
  cellLookOf,
  type CellLook,
  type CellRule,
  type ColumnStyle,
  columnStyleOf,
  describeRows,
  formattedColumns,
  type PivotedRows,
  pivotRows,
  type PivotSource,
  readTableStyle,
  styledColumns,
  tableOf,
  type TableStyle,
  type TextTable,
  toneTexts,
} from './table/index.ts';
export { d3Locale, narrowLegend, type ThemeInput, vegaConfig } from './theme/index.ts';
