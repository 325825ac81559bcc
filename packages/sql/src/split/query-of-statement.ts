import type { Query } from '@orrery/semantic';
import { bindStatement, modelTables } from '../bind/index.ts';
import { findBlocks, type NotWhole, type SourceSql, wholeQuery } from '../blocks/index.ts';
import type { Scalar } from '../relation/index.ts';
import { sourceSql } from '../render/index.ts';
import type { Select } from '../syntax/index.ts';
import type { SplitOptions } from './split.ts';

/**
 * A statement as one query of the JSON API, with the same rows. Filters of that API know times to the millisecond, and
 * it orders NULL last.
 *
 * @returns why it is no single query @throws StatementRefused
 */
export function queryOfStatement(
  select: Select,
  { model, access, session }: Pick<SplitOptions, 'model' | 'access' | 'session'>,
): { readonly query: Query } | NotWhole {
  let computed: Scalar | undefined; // the first expression over members that is no filter and no member of a query
  const ofSource = sourceSql('duckdb', session);
  const sqlOf: SourceSql = (scalar, ...others) => {
    computed ??= scalar;
    return ofSource ? ofSource(scalar, ...others) : { cannot: 'nothing renders it' };
  };
  const options = { model, access, sqlOf: () => sqlOf, isOfMilliseconds: true, session };
  const whole = wholeQuery(findBlocks(bindStatement(select, modelTables(model, access)), options));
  if (!('why' in whole) || !computed || !('position' in computed)) return whole;
  return { why: 'A column or a condition is computed from members', position: computed.position };
}
