import type { CubeName, MemberId } from '../model/index.ts';
import type { RequestedCondition } from '../plan/index.ts';
import type { Sql } from './sql.ts';

/** Meaning of the names of cubes and sub-query dimensions inside one SELECT. */
export interface RowScope {
  readonly aliases: ReadonlyMap<CubeName, string>;
  /** The lookups by sub-query dimension. */
  readonly lookups: ReadonlyMap<MemberId, Lookup>;
  /** The tests its rows have to pass. */
  readonly requested: readonly RequestedCondition[];
}

interface Lookup {
  /** Columns that replace the measures in its SQL. */
  readonly measures: ReadonlyMap<MemberId, Sql>;
  /** Whether it would have a value even if its cube has no row. */
  readonly needsRow: boolean;
}

export const emptyScope: RowScope = { aliases: new Map(), lookups: new Map(), requested: [] };

export function mergeScopes(left: RowScope, right: RowScope): RowScope {
  return {
    aliases: new Map([...left.aliases, ...right.aliases]),
    lookups: new Map([...left.lookups, ...right.lookups]),
    requested: [...new Set([...left.requested, ...right.requested])],
  };
}
