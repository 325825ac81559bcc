export { printQuery } from './print-query.ts';
