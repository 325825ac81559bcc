export {
  aloneField,
  type ChartData,
  chartData,
  type ChartValue,
  plainValues,
  rowField,
  seriesField,
} from './chart-data.ts';
export { beforeSoFarField, soFarField } from './so-far.ts';
