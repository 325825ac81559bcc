import type { Dialect } from '../dialect/dialect.ts';
import type { ModelIndex } from '../model/model-index.ts';
import type { Fragment } from '../model/model.ts';
import { noContext } from '../plan/context-values.ts';
import { utc } from '../time/zone.ts';
import { lowerFragment } from './lower-member.ts';
import { emptyScope } from './row-scope.ts';
import type { Sql } from './sql.ts';

/** A statement without rows of the model in sight: it refers to nothing but sources, which no zone changes. */
export function lowerRefreshKey(sql: Fragment, model: ModelIndex, dialect: Dialect): Sql {
  return lowerFragment(
    { model, dialect, scope: emptyScope, year: 1970, zone: utc, ruleZone: utc, request: noContext, maskTests: [] },
    sql,
  );
}
