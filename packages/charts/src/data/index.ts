export {
  aloneField,
  type ChartData,
  chartData,
  type ChartValue,
  plainValues,
  rowField,
  seriesField,
} from './chart-data.ts';
export { besideSoFarField, soFarField } from './so-far.ts';
