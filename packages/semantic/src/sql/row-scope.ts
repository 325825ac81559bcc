import type { CubeName, MemberId } from '../model/index.ts';
import type { AskedCondition } from '../plan/index.ts';
import type { Sql } from './sql.ts';

/** What names of cubes and sub-query dimensions mean inside one SELECT. */
export interface RowScope {
  readonly aliases: ReadonlyMap<CubeName, string>;
  /** By sub-query dimension. */
  readonly lookups: ReadonlyMap<MemberId, Lookup>;
  /** The tests its rows have to pass. */
  readonly asked: readonly AskedCondition[];
}

interface Lookup {
  /** What stands for the measures in its SQL. */
  readonly measures: ReadonlyMap<MemberId, Sql>;
  /** It would have a value where its cube has no row. */
  readonly needsRow: boolean;
}

export const emptyScope: RowScope = { aliases: new Map(), lookups: new Map(), asked: [] };

export function mergeScopes(left: RowScope, right: RowScope): RowScope {
  return {
    aliases: new Map([...left.aliases, ...right.aliases]),
    lookups: new Map([...left.lookups, ...right.lookups]),
    asked: [...new Set([...left.asked, ...right.asked])],
  };
}
