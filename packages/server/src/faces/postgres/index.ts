export type { PostgresPort } from './postgres-port.ts';
