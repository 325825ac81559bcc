export { comparableCell, hasSameRows, sameRows } from './same-rows.ts';
