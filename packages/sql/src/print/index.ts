export { type CalculatedField, printQuery } from './print-query.ts';
