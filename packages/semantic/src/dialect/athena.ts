import type { Dialect } from '../sql/index.ts';
import { trino } from './trino.ts';

/**
 * Amazon Athena, engine version 3. It follows Trino without saying which version, so its decimals may have either
 * arithmetic; before Trino 446, an array is written with 254 elements at most. Parameters are execution parameters, or
 * those of `EXECUTE ... USING`, in the order of the question marks. The manual places question marks in WHERE alone; these
 * statements have them in casts of other clauses, too.
 * https://docs.aws.amazon.com/athena/latest/ug/engine-versions-reference-0003.html
 */
export const athena: Dialect = { ...trino, name: 'athena', level: 'rendered' };
