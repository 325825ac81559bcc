export type { PostgresPort } from './postgres-port.ts';
export type { RowClock } from './rows/row-clock.ts';
