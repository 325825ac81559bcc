export { Answer, type AnswerProps } from './answer.tsx';
export { Chart, type ChartProps } from './chart.tsx';
export { ChartPlace, loadCharts } from './chart-place.ts';
export { Kpis, type KpisProps } from './kpis.tsx';
export { ResultTable, type ResultTableProps } from './result-table.tsx';
export { revealRow, useVisibleRows } from './use-visible-rows.ts';
