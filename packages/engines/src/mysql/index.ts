export type { MysqlSettings } from './mysql-settings.ts';
