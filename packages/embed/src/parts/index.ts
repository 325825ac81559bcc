export { Answer, type AnswerProps } from './answer.tsx';
export { Chart, type ChartProps, loadCharts } from './chart.tsx';
export { Kpis, type KpisProps } from './kpis.tsx';
export { ResultTable, type ResultTableProps } from './result-table.tsx';
export { revealRow, useVisibleRows } from './use-visible-rows.ts';
