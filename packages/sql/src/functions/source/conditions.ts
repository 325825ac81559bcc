import { cannot } from '../duckdb/rendered.ts';
import { filled, type SourceRendering, type SourceRow } from './rules.ts';

/** Moments and intervals are constants of ours there, and not values of the engine. */
const ofValues =
  (template: string): SourceRendering =>
  (args) =>
    args.some(({ type }) => type.name === 'timestamptz' || type.name === 'interval')
      ? cannot('a condition does not choose among moments and intervals there')
      : filled(template, args);

/** Conditions of other products, in words that all engines of data sources have. */
export const sourceConditions: readonly SourceRow[] = [
  ['if', 'bool, anycompatible, anycompatible', ofValues('CASE WHEN $1 THEN $2 ELSE $3 END')],
  ['ifnull isnull nvl', 'anycompatible, anycompatible', ofValues('COALESCE($1, $2)')],
  ['isnull', 'any', '$1 IS NULL'],
];
