import type { SqlType } from '../../types/index.ts';
import { meanOf } from '../duckdb/division.ts';
import { cannot } from '../duckdb/rendered.ts';
import type { FunctionEntry } from '../entry.ts';
import { family } from '../family.ts';

/**
 * Makes the function that computes the mean of exact numbers of a type from their sum and their count. No statement can
 * name it.
 */
export function meanEntry(type: SqlType): FunctionEntry {
  const [entry] = family(
    [
      [
        'mean',
        'numeric, numeric -> numeric',
        ([sum, count]) => (sum && count ? meanOf(sum, count, type) : cannot('an argument is missing')),
      ],
    ],
    { origin: 'model' },
  );
  if (!entry) throw new Error('a family of one has an entry');
  return entry;
}
