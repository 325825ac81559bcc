export type { TrinoLogin, TrinoSettings } from './trino-settings.ts';
