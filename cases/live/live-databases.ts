import type { LiveDatabase } from './live-database.ts';
import { mariadb } from './mariadb.ts';
import { postgres } from './postgres.ts';

/** Add a server here, and every case runs on it. */
export const liveDatabases: readonly LiveDatabase[] = [mariadb, postgres];
