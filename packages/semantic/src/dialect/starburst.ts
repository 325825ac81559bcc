import type { Dialect } from '../sql/index.ts';
import { trino } from './trino.ts';

/**
 * Starburst Galaxy, and Starburst Enterprise, whose releases have the number of the Trino that they contain: `476-e` is
 * Trino 476. https://docs.starburst.io/latest/versions.html
 */
export const starburst: Dialect = { ...trino, name: 'starburst', level: 'rendered' };
