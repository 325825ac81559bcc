export { chartOfColumns, showsAlike } from './chart-of-columns.ts';
export { type ChartType, chartTypes, missingFor } from './chart-type.ts';
export { chooseChart, type Presentation, presentationOf, templateIn, unitOf } from './presentation.ts';
