export { plainTemplate } from './plain-template.ts';
export { HtmlChart, type HtmlChartProps } from './html-chart.tsx';
