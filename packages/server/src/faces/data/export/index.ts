export { registerExportRoute } from './export-route.ts';
