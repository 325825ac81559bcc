import {
  finding,
  type MeasureDefinition,
  type MeasureType,
  measureValueType,
  optional,
  type AuthorSql,
} from '../../source/index.ts';
import { aggregateFunctions } from '../form/aggregate-functions.ts';
import { bindSql, type BoundSql, type SiteSql } from './bind-names.ts';
import { type Holder, memberFace } from './member-face.ts';
import type { AggregateFunction, Fragment, Measure, MeasureClass, MeasureExpression, MemberId } from '../model.ts';
import { leastOfTimes } from './least-of-times.ts';
import { isMeasure, type ResolvedMember } from './resolve-dimension.ts';
import { resolveMask } from './resolve-mask.ts';
import { resolveReference } from './resolve-reference.ts';
import { resolveStage } from './resolve-stage.ts';
import { resolveWindows } from './resolve-windows.ts';
import { memberId, type CubeScope } from './scope.ts';
import { findTextAggregates } from './text-aggregate.ts';

/** Names of the types in metadata. */
const aggregateTypes: Readonly<Record<MeasureType, string>> = {
  count: 'count',
  count_distinct: 'countDistinct',
  count_distinct_approx: 'countDistinctApprox',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  number_agg: 'numberAgg',
  rank: 'rank',
  running_total: 'runningTotal',
  number: 'number',
  string: 'string',
  time: 'time',
  boolean: 'boolean',
};

const classes: Readonly<Record<AggregateFunction, MeasureClass>> = {
  count: 'distributive',
  sum: 'distributive',
  min: 'distributive',
  max: 'distributive',
  // Stored as sketches, which can be merged.
  'count-distinct-approx': 'distributive',
  avg: 'algebraic',
  'count-distinct': 'holistic',
};

export function resolveMeasure(
  definition: MeasureDefinition,
  holder: Holder,
  scope: CubeScope,
): ResolvedMember<Measure> {
  const references: MemberId[] = [];
  const { expression, sql } = resolveExpression(definition, references, scope);
  const maskReferences: MemberId[] = [];
  const mask = resolveMask(definition.mask, (sql) => bindMask(sql, definition, maskReferences, scope));
  return {
    member: {
      kind: 'measure',
      ...memberFace(definition, holder),
      type: measureValueType(definition.type),
      aggregateType: aggregateTypes[definition.type],
      ...optional('times', leastOfTimes(definition, sql, scope)),
      measureClass: classOf(expression),
      ...optional('format', definition.format),
      ...optional('currency', definition.currency),
      drillMembers: resolveDrillMembers(definition, scope),
      ...optional('isCumulative', definition.isCumulative),
      ...optional('mask', mask),
      expression,
    },
    references,
    maskReferences,
  };
}

/** Binds an aggregate of rows, or an expression over measures. */
function bindMask(sql: AuthorSql, definition: MeasureDefinition, references: MemberId[], scope: CubeScope): Fragment {
  const member = memberId(scope.cube.name, definition.name);
  const bound = bindSql(sql, { kind: 'member', member }, scope);
  references.push(...bound.references.map((reference) => reference.member));
  classify({ ...bound, place: sql.place }, [], member, scope);
  return bound.fragment;
}

/** Classifies a measure. A calculated one counts as algebraic until `measure-class.ts` has examined its parts. */
export function classOf(expression: MeasureExpression): MeasureClass {
  switch (expression.kind) {
    case 'aggregate':
      return classes[expression.function];
    case 'calculated':
    case 'windowed':
    case 'alias':
      return 'algebraic';
    case 'raw-aggregate':
    case 'stage':
      return 'holistic';
  }
}

interface ResolvedExpression {
  readonly expression: MeasureExpression;
  readonly sql: BoundSql | undefined;
}

function resolveExpression(
  definition: MeasureDefinition,
  references: MemberId[],
  scope: CubeScope,
): ResolvedExpression {
  const member = memberId(scope.cube.name, definition.name);
  const bind = (sql: AuthorSql, sight: { readonly seesJoined?: true } = {}): SiteSql => {
    const bound = bindSql(sql, { kind: 'member', member, ...sight }, scope);
    references.push(...bound.references.map((reference) => reference.member));
    return { ...bound, place: sql.place };
  };
  const sql = definition.sql && bind(definition.sql);
  const sight = definition.stage ? {} : { seesJoined: true as const };
  const filters = definition.filters.map((filter) => bind(filter, sight));
  if (definition.window && (definition.stage || isOverMeasures(definition, sql))) {
    return { expression: resolveWindows(definition, definition.window, { sql, filters, bind }, scope), sql };
  }
  if (definition.stage) {
    return { expression: resolveStage(definition, definition.stage, { sql, filters, bind }, scope), sql };
  }
  return { expression: ofRows(definition, sql, filters, scope), sql };
}

function ofRows(
  definition: MeasureDefinition,
  sql: SiteSql | undefined,
  filters: readonly SiteSql[],
  scope: CubeScope,
): MeasureExpression {
  const member = memberId(scope.cube.name, definition.name);
  const { type } = definition;
  switch (type) {
    case 'number_agg':
    case 'rank':
      throw new Error(`${member} of type ${type} was read without a stage`);
    case 'number':
    case 'string':
    case 'time':
    case 'boolean':
      checkGroupFilters(filters, member, scope);
      if (!sql) throw new Error(`${member} of type ${type} was read without its SQL`);
      return { ...classify(sql, fragments(filters), member, scope), ...optional('window', definition.window) };
    default:
      checkAggregate(definition, sql, filters, member, scope);
      return {
        kind: 'aggregate',
        function: aggregateFunctions[type],
        ...optional('sql', sql?.fragment),
        filters: fragments(filters),
        ...optional('window', definition.window),
      };
  }
}

/** Whether a value over the rows of its cube also names measures, which then run over the same rows. */
function isOverMeasures({ type }: MeasureDefinition, sql: SiteSql | undefined): boolean {
  if (!sql?.references.some(isMeasure)) return false;
  return !isValueType(type) || isCalculation(sql);
}

function isValueType(type: MeasureType): boolean {
  return type === 'number' || type === 'string' || type === 'time' || type === 'boolean';
}

/** Whether SQL consists only of finished measures. */
function isCalculation(sql: SiteSql): boolean {
  const { isAggregate } = findTextAggregates(sql);
  return sql.references.length > 0 && sql.references.every(isMeasure) && !sql.readsColumns && !isAggregate;
}

/**
 * Classifies a `number` (or string, time, boolean). Made only of finished measures, it is calculated, and each of them
 * may be aggregated at its own grain. With a column, a dimension or an aggregate of its own, it runs over the rows of
 * its cube, and its measures must run over the same rows.
 */
function classify(bound: SiteSql, filters: readonly Fragment[], member: MemberId, scope: CubeScope): MeasureExpression {
  const { place } = bound;
  const measures = bound.references.filter(isMeasure);
  const { wraps, hasWindow } = findTextAggregates(bound);
  if (hasWindow) {
    const hint = 'With multi_stage: true it is computed over the rows of its measures';
    scope.findings.push(finding('model.window-in-measure', { member }, place, { hint }));
  }
  if (isCalculation(bound)) return { kind: 'calculated', sql: bound.fragment, filters };
  for (const measure of hasWindow ? [] : new Set(wraps)) {
    const hint =
      'An aggregate over a measure needs multi_stage: true, type: number_agg and a finer grain: grain.include';
    scope.findings.push(finding('model.measure-in-text-aggregate', { member, measure }, place, { hint }));
  }
  const foreign = measures.filter(({ owner }) => owner !== scope.cube.name).map((measure) => measure.member);
  if (foreign.length > 0) {
    const hint = 'Make a measure of its own out of the columns and refer to it';
    scope.findings.push(finding('model.mixed-measure', { member, measures: foreign }, place, { hint }));
  }
  return { kind: 'raw-aggregate', sql: bound.fragment, filters };
}

function checkAggregate(
  definition: MeasureDefinition,
  sql: SiteSql | undefined,
  filters: readonly SiteSql[],
  member: MemberId,
  scope: CubeScope,
): void {
  const measure = sql?.references.find(isMeasure)?.member;
  if (sql && measure) {
    const params = { member, type: definition.type, measure };
    const hint =
      'Use type: number to calculate with measures; an aggregate over them needs multi_stage: true and a finer grain: grain.include';
    scope.findings.push(finding('model.measure-in-aggregate', params, sql.place, { hint }));
  }
  const called = sql && !measure ? findTextAggregates(sql).calls : undefined;
  if (sql && called !== undefined) {
    const params = { member, type: definition.type, function: called.toUpperCase() };
    const hint = `Leave ${params.function} out, or use type: number for an aggregate of your own`;
    scope.findings.push(finding('model.aggregate-in-aggregate', params, sql.place, { hint }));
  }
  for (const filter of filters) {
    const tested = filter.references.find(isMeasure)?.member;
    if (!tested) continue;
    scope.findings.push(finding('model.measure-in-filter', { member, measure: tested }, filter.place));
  }
}

function checkGroupFilters(filters: readonly SiteSql[], member: MemberId, scope: CubeScope): void {
  for (const filter of filters) {
    if (!filter.readsColumns && filter.references.every(isMeasure)) continue;
    const hint = 'Put conditions on rows into the measures it refers to';
    scope.findings.push(finding('model.row-in-filter', { member }, filter.place, { hint }));
  }
}

function fragments(bound: readonly BoundSql[]): readonly Fragment[] {
  return bound.map(({ fragment }) => fragment);
}

function resolveDrillMembers(definition: MeasureDefinition, scope: CubeScope): readonly MemberId[] {
  const from = memberId(scope.cube.name, definition.name);
  return definition.drillMembers.flatMap(({ steps, place }) => {
    const resolved = resolveReference(steps, { from, place }, scope);
    if (!resolved) return [];
    if (resolved.kind === 'member' && resolved.definition.kind !== 'segment') return [resolved.id];
    scope.findings.push(finding('model.not-drillable', { member: from, reference: steps.join('.') }, place));
    return [];
  });
}
