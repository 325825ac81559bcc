import type { Dialect } from '../dialect/index.ts';
import type { Fragment, ModelIndex } from '../model/index.ts';
import { noContext } from '../plan/index.ts';
import { utc } from '../time/index.ts';
import { lowerFragment } from './lower-member.ts';
import { emptyScope } from './row-scope.ts';
import type { Sql } from './sql.ts';

/** Lowers a statement that reads sources directly, without cubes; no time zone changes it. */
export function lowerRefreshKey(sql: Fragment, model: ModelIndex, dialect: Dialect): Sql {
  return lowerFragment(
    { model, dialect, scope: emptyScope, year: 1970, zone: utc, ruleZone: utc, request: noContext, maskTests: [] },
    sql,
  );
}
