import { finding, type MeasureDefinition, placeOf, type AuthorSql, type StageDefinition } from '../../source/index.ts';
import type { SiteSql } from './bind-names.ts';
import { addsUp, changesRows, measuresInside, type MeasureInside } from './measures-inside.ts';
import type { MeasureExpression, MemberId, RollingWindow, StageExpression } from '../model.ts';
import { resolveStage } from './resolve-stage.ts';
import { memberId, type CubeScope } from './scope.ts';

interface BoundWindows {
  readonly sql: SiteSql | undefined;
  readonly filters: readonly SiteSql[];
  readonly bind: (sql: AuthorSql) => SiteSql;
}

/** Stage of a measure that declares none. */
const plainStage: StageDefinition = {
  grain: { include: [] },
  filter: { include: [], isFixed: false },
  timeShifts: [],
  orderBy: [],
};

/**
 * Resolves a measure over windows that is made of other measures.
 *
 * If the order of aggregation makes no difference, or it is a calculation, its measures are aggregated over the rows of
 * each window. Any other aggregate runs over the values of its measures in the groups of the query.
 */
export function resolveWindows(
  definition: MeasureDefinition,
  window: RollingWindow,
  { sql, filters, bind }: BoundWindows,
  scope: CubeScope,
): MeasureExpression {
  const member = memberId(scope.cube.name, definition.name);
  const stage = definition.stage ?? plainStage;
  refuseBeside(definition, stage, member, scope);
  const before = scope.findings.length;
  const found = resolveStage(definition, stage, { sql, filters, bind }, scope);
  const inside = measuresInside([...(sql?.references ?? []), ...filters.flatMap((one) => one.references)], scope);
  refuseWindowsInside(definition, member, inside, scope);
  if (scope.findings.length > before) return found;

  const ofFilters = filters.map(({ fragment }) => fragment);
  if (found.kind !== 'stage' || found.makes === 'value' || found.makes === 'rank') {
    refuseStagesInside(definition, member, inside, scope);
    if (found.kind !== 'calculated') return refuseCalculation(definition, found, member, scope);
    return { kind: 'windowed', sql: found.sql, filters: ofFilters, window };
  }
  if (sql && isSameOverRows(found, sql, inside)) {
    return { kind: 'windowed', sql: sql.fragment, filters: ofFilters, window };
  }
  if (sql && !namesBuckets(found) && dependsOnBuckets(found, sql, inside)) {
    const hint =
      'For the calculation over all rows of a window use type: number. For the values of days, use multi_stage: true and grain: { include: [created_at.day] }, with the name of the time';
    const params = { member, type: definition.type };
    scope.findings.push(finding('model.window-over-ratio', params, sql.place, { hint }));
  }
  return { ...found, window };
}

function namesBuckets({ grain }: Pick<StageExpression, 'grain'>): boolean {
  return grain.include.length > 0;
}

/** Whether the value would depend on the buckets of the query although the author may mean all rows of a window. */
function dependsOnBuckets(
  { makes, filters }: StageExpression,
  sql: SiteSql,
  inside: ReadonlyMap<MemberId, MeasureInside>,
): boolean {
  if (makes === 'sum' && filters.length > 0) return true;
  if (isDistinctCount(makes)) return [...inside.values()].some(({ definition }) => isDistinctCount(definition.type));
  return (makes === 'sum' || makes === 'avg') && !addsUp(sql.fragment, inside);
}

/** Whether a name is a distinct count, as a function or as a type of measure. */
function isDistinctCount(name: string): boolean {
  return ['count-distinct', 'count-distinct-approx', 'count_distinct', 'count_distinct_approx'].includes(name);
}

/** A sum of sums, a minimum of minima or a maximum of maxima, without DISTINCT. */
function isSameOverRows(
  { makes, grain, filters }: StageExpression,
  sql: SiteSql,
  inside: ReadonlyMap<MemberId, MeasureInside>,
): boolean {
  if (filters.length > 0 || namesBuckets({ grain })) return false;
  if (makes === 'sum') return addsUp(sql.fragment, inside);
  if (makes !== 'min' && makes !== 'max') return false;
  const [only, ...others] = sql.fragment.parts;
  const definition = only?.kind === 'member' && others.length === 0 ? inside.get(only.member)?.definition : undefined;
  return definition?.type === makes && !definition.stage;
}

/** Refuses other options that a measure with windows cannot have. */
function refuseBeside(
  { type, place }: MeasureDefinition,
  { grain, filter, timeShifts, orderBy, choice }: StageDefinition,
  member: MemberId,
  scope: CubeScope,
): void {
  const keys = [
    ...(grain.kept ? [grain.kept.kind === 'except' ? 'grain.exclude' : 'grain.keep_only'] : []),
    ...(filter.kept || filter.include.length > 0 || filter.isFixed ? ['filter'] : []),
    ...(timeShifts.length > 0 ? ['time_shift'] : []),
    ...(orderBy.length > 0 || type === 'rank' ? ['type: rank'] : []),
    ...(choice ? ['case'] : []),
  ];
  for (const key of keys) {
    const hint = `Put ${key} into a multi-stage measure that refers to this one`;
    scope.findings.push(finding('model.window-beside', { member, key }, placeOf(place, 'rolling_window'), { hint }));
  }
}

function refuseWindowsInside(
  { place }: MeasureDefinition,
  member: MemberId,
  inside: ReadonlyMap<MemberId, MeasureInside>,
  scope: CubeScope,
): void {
  for (const [measure, { definition }] of inside) {
    if (!definition.window) continue;
    const hint = `Refer to the parts of '${measure}', or leave one of the windows out`;
    const params = { member, measure };
    scope.findings.push(finding('model.window-over-window', params, placeOf(place, 'rolling_window'), { hint }));
  }
}

/** Refuses stages inside a calculation: it has no rows of its own in the windows, so its parts must have them. */
function refuseStagesInside(
  { place }: MeasureDefinition,
  member: MemberId,
  inside: ReadonlyMap<MemberId, MeasureInside>,
  scope: CubeScope,
): void {
  for (const [measure, { definition, calculation }] of inside) {
    if (calculation ? !changesRows(definition) : !definition.stage) continue;
    const hint = 'Give the window to measures of rows, and put the stage around them';
    const params = { member, measure };
    scope.findings.push(finding('model.window-over-stage', params, placeOf(place, 'rolling_window'), { hint }));
  }
}

function refuseCalculation(
  { place }: MeasureDefinition,
  found: MeasureExpression,
  member: MemberId,
  scope: CubeScope,
): MeasureExpression {
  const hint = 'Give the windows to the measures it is made of, or use a type that aggregates, such as sum';
  scope.findings.push(finding('model.rolling-calculation', { member }, placeOf(place, 'rolling_window'), { hint }));
  return found;
}
