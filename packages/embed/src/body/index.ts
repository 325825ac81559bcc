export { bodyClasses, type BodyInput, type BodyLook, BodyPlace, loadCharts, loadNumbers } from './body-place.ts';
export { plainTable } from './plain-table.ts';
