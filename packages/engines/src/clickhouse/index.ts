export type { ClickhouseSettings } from './clickhouse-settings.ts';
