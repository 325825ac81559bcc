export { aloneField, type ChartData, chartData, type ChartValue, plainValues, rowField } from './chart-data.ts';
