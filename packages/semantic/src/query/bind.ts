import { type ModelIndex, touchedAnywhere } from '../model/index.ts';
import { type Outcome, fail, succeed } from '../problem/index.ts';
import type { Access } from './access.ts';
import { bindDefaultFilters } from './filters/bind-default-filters.ts';
import { bindFilters, refuseUngrouped } from './filters/bind-filters.ts';
import { areFew, bindDimensions, bindMeasures } from './bind-items.ts';
import { bindJoinHints } from './bind-join-hints.ts';
import { bindOrder } from './bind-order.ts';
import { bindTimeDimensions } from './bind-time-dimensions.ts';
import { type Binder, allProblems, currentYear, newFindings, report, warn } from './binder.ts';
import { findSegment } from './find-member.ts';
import { hintForZone } from './dates/zone-hint.ts';
import { entitiesTested, isValueOfRow, makesMeasures, type MeasurePerEntity, membersOf } from './expression.ts';
import { newOutputList, selectOrder } from './output-list.ts';
import type { QueryRules } from './access/query-rule.ts';
import type { DefaultMasks } from './policies/bind-masks.ts';
import type { FindJoinedCubes } from './policies/joined-cubes.ts';
import { limitQuery } from './policies/limit-query.ts';
import type { BoundQuery, MemberMask, Query, BucketFill, Output } from './query.ts';
import { type Instant, parseZone, type Zone } from '../time/index.ts';
import type { Condition } from './condition.ts';

export interface BindContext {
  /** The present, for phrases such as `last week`. */
  readonly now: Instant;
  readonly access: Access;
  readonly defaultZone: Zone;
  /** The limit of a query without one; `Infinity` for all rows. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Rules of the project, with the caller; absent when it has none. */
  readonly rules?: QueryRules;
  /** Values for masked members whose authors give no mask. */
  readonly defaultMasks?: DefaultMasks;
}

/**
 * Binds a query: names become members the caller may see, texts become typed values, ranges become instants. All
 * problems are collected, in the order of the query's keys, each with its path in the query.
 *
 * Warnings name parts of the query without effect. Cost: about 0.1 ms for a typical query.
 *
 * @param findJoinedCubes finds what the query's joins bring in, whose rows are limited too
 */
export function bindQueryWith(
  query: Query,
  model: ModelIndex,
  context: BindContext,
  findJoinedCubes: FindJoinedCubes,
): Outcome<BoundQuery> {
  const parsedZone = query.timezone === undefined ? context.defaultZone : parseZone(query.timezone);
  const zone = parsedZone ?? context.defaultZone;
  const findings = newFindings();
  const binder: Binder = {
    model,
    access: context.access,
    now: { instant: context.now, zone },
    findings,
    requested: new Set(),
    pieces: new Set(),
  };
  const isUngrouped = query.ungrouped ?? false;

  if (selectsNothing(query)) report(binder, 'query.empty', {}, '');
  const list = newOutputList();
  bindMeasures(binder, list, query.measures);
  bindDimensions(binder, list, query.dimensions);
  const requestedFilters = bindFilters(binder, query.filters, isUngrouped);
  const times = bindTimeDimensions(binder, list, query.timeDimensions);
  const outputs = selectOrder(list);
  refuseUngrouped(binder, requestedFilters, outputs);
  if (isUngrouped && outputs.some(({ expression }) => makesMeasures(expression) && !isValueOfRow(expression)))
    report(binder, 'query.ungrouped-aggregate', {}, 'measures');
  const order = bindOrder(binder, query.order, outputs);
  const defaults = bindDefaultFilters(binder, query);
  const filters = [...requestedFilters, ...defaults];
  const segments = bindSegments(binder, query.segments);
  if (!parsedZone)
    report(binder, 'query.unknown-zone', { zone: query.timezone ?? '' }, 'timezone', hintForZone(query.timezone ?? ''));
  const limit = bindLimit(binder, query.limit, context);
  const offset = bindOffset(binder, query.offset);
  const fill = bindFill(binder, query, outputs);
  const joinHints = query.joinHints ? bindJoinHints(binder, query.joinHints) : [];

  const problems = allProblems(findings);
  if (problems.length > 0) return fail(...problems);
  const restricting = (what: 'rows' | 'groups') =>
    filters.filter((filter) => filter.restricts === what).map((filter) => filter.condition);
  const named = new Set([
    ...binder.requested,
    ...segments.flatMap((one) => (one.kind === 'segment' ? [one.member] : [])),
  ]);
  // Days in rules use the project's zone: the caller chooses the query's zone, and could shift them.
  const ruleBinder: Binder = { ...binder, now: { instant: context.now, zone: context.defaultZone } };
  const entities = requestedFilters.flatMap(({ condition, path }) =>
    entitiesTested(condition).map((tested) => ({ tested, path })),
  );
  const open: BoundQuery = {
    outputs,
    rowFilters: [...segments, ...times.conditions, ...restricting('rows')],
    defaultFilters: defaults.map(({ condition }) => condition),
    rowRules: [],
    masks: [],
    groupFilters: restricting('groups'),
    order,
    ...rowLimit(limit),
    offset,
    zone,
    ruleZone: context.defaultZone,
    year: currentYear(binder.now),
    isUngrouped,
    ...(fill === undefined ? {} : { fill }),
    joinHints,
    joined: [],
    timeMembers: times.members,
    dateRanges: times.ranges,
  };
  const { rules, defaultMasks = {} } = context;
  const perEntity = entities.map(({ tested }) => tested);
  const limits = limitQuery(ruleBinder, open, { named, perEntity, rules, defaultMasks, findJoinedCubes });
  if (!limits.ok) return limits;
  const masked = entities.filter(({ tested }) => isMasked(model, tested, limits.value.masks));
  if (masked.length > 0) {
    for (const { tested, path } of masked)
      report(binder, 'query.entity-masked', { member: tested.member, per: tested.per }, path);
    return fail(...allProblems(findings));
  }
  const { limit: most, ...limited } = limits.value;
  if (most !== undefined && limit > most) warn(binder, 'query.limit-lowered', { limit: most }, 'limit');
  const bound = { ...open, ...limited, ...rowLimit(Math.min(limit, most ?? Infinity)) };
  return succeed(bound, findings.warnings);
}

/** Whether the caller sees a mask instead of something that a measure per entity is made of. */
function isMasked(model: ModelIndex, tested: MeasurePerEntity, masks: readonly MemberMask[]): boolean {
  if (masks.length === 0) return false;
  const { members } = touchedAnywhere(model, membersOf(tested));
  return masks.some(({ member }) => members.has(member));
}

function rowLimit(limit: number): Pick<BoundQuery, 'limit'> {
  return limit === Infinity ? {} : { limit };
}

function selectsNothing({ measures, dimensions, timeDimensions }: Query): boolean {
  return (
    measures.length === 0 &&
    dimensions.length === 0 &&
    timeDimensions.every(({ granularity }) => granularity === undefined)
  );
}

function bindSegments(binder: Binder, names: readonly string[]): readonly Condition[] {
  if (!areFew(binder, names, 'segments')) return [];
  const found = names.map((name, index) => findSegment(binder, name, `segments[${index}]`));
  const ids = new Set(found.flatMap((segment) => (segment ? [segment.id] : [])));
  return [...ids].map((member) => ({ kind: 'segment', member }));
}

interface LimitContext {
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/** The maximum number of rows; `Infinity` for all. */
function bindLimit(binder: Binder, limit: number | undefined, { defaultLimit, maxLimit }: LimitContext): number {
  if (limit === undefined) return Math.min(defaultLimit, maxLimit);
  if (!isCount(limit)) report(binder, 'query.bad-count', { key: 'limit' }, 'limit');
  else if (limit > maxLimit) report(binder, 'query.limit-exceeded', {}, 'limit', `The most is ${maxLimit}`);
  return limit;
}

function bindOffset(binder: Binder, offset: number | undefined): number {
  if (offset === undefined) return 0;
  if (!isCount(offset)) report(binder, 'query.bad-count', { key: 'offset' }, 'offset');
  return offset;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Binds the value of measures in buckets without rows; `undefined` where the query does not ask for such buckets. */
function bindFill(
  binder: Binder,
  { fillMissing, fillWith, ungrouped }: Query,
  outputs: readonly Output[],
): BucketFill | undefined {
  if (fillMissing !== true) {
    return fillWith === undefined ? undefined : report(binder, 'query.fill-value-alone', {}, 'fillWith');
  }
  if (ungrouped === true) return report(binder, 'query.fill-ungrouped', {}, 'fillMissing');
  if (!outputs.some(({ role }) => role === 'bucket')) {
    const hint = 'Give a time dimension of the query a granularity';
    return report(binder, 'query.fill-without-buckets', {}, 'fillMissing', hint);
  }
  if (fillWith === undefined) return 'usual';
  return fillWith === null ? 'null' : 'zero';
}
