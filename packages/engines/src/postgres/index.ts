export type { PostgresSettings } from './postgres-settings.ts';
