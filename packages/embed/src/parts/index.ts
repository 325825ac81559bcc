export { loadCharts } from '../body/index.ts';
export { Answer, type AnswerProps } from './answer.tsx';
export { Body } from './body.tsx';
export { ResultTable, type ResultTableProps } from './result-table.tsx';
export { revealRow, useVisibleRows } from './use-visible-rows.ts';
