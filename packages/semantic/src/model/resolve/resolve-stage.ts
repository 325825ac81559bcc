import { didYouMean } from '@orrery/kernel';
import {
  type BareReference,
  type ChoiceDefinition,
  type FilterDefinition,
  finding,
  type MeasureDefinition,
  type MemberDefinition,
  optional,
  type KeyPath,
  type AuthorSql,
  type StageDefinition,
} from '../../source/index.ts';
import { aggregateFunctions } from '../form/aggregate-functions.ts';
import type { SiteSql } from './bind-names.ts';
import { filterFault } from '../check/filter-fault.ts';
import type {
  GrainItem,
  MeasureExpression,
  MemberId,
  ModelFilter,
  StageExpression,
  StageFilter,
  StageGrain,
  StageValue,
  TimeShift,
} from '../model.ts';
import { isMeasure } from './resolve-dimension.ts';
import { resolveGrainItem, type StageSite } from './resolve-grain-item.ts';
import { resolveReference } from './resolve-reference.ts';
import { memberId, type CubeScope } from './scope.ts';
import { findTextAggregates } from './text-aggregate.ts';

interface BoundStage {
  readonly sql: SiteSql | undefined;
  readonly filters: readonly SiteSql[];
  readonly bind: (sql: AuthorSql) => SiteSql;
}

/** Resolves a measure computed from the rows of other measures; without any change of rows it is a calculation. */
export function resolveStage(
  definition: MeasureDefinition,
  stage: StageDefinition,
  { sql, filters, bind }: BoundStage,
  scope: CubeScope,
): MeasureExpression {
  const site: StageSite = { member: memberId(scope.cube.name, definition.name), scope };
  const choice = stage.choice && resolveChoice(stage.choice, bind, site);
  const orderBy = stage.orderBy.map((item) => ({ bound: bind(item.sql), isDescending: item.isDescending }));
  const read = [...(sql ? [sql] : []), ...(choice?.bound ?? []), ...orderBy.map(({ bound }) => bound)];
  for (const bound of [...read, ...filters]) {
    if (!bound.readsColumns) continue;
    const hint = 'Make a measure or a dimension out of the columns and refer to it';
    scope.findings.push(finding('model.stage-reads-columns', { member: site.member }, bound.place, { hint }));
  }
  const named = [...read, ...filters].flatMap(({ references }) => references);
  const wasLost = read.some(({ fragment, references }) => references.length === 0 && fragment.parts.length === 0);
  // Counting and ranking inner rows needs only what they are grouped by.
  const needsMeasures = definition.type !== 'count' && definition.type !== 'rank';
  if (named.length > 0 && !named.some(isMeasure) && needsMeasures && !wasLost) {
    scope.findings.push(finding('model.stage-without-measures', { member: site.member }, definition.place));
  }
  const hasWindow = checkText(definition, read, site);
  const value: StageValue | undefined = choice?.value ?? (sql && { kind: 'sql', sql: sql.fragment });
  const expression: StageExpression = {
    kind: 'stage',
    makes: makesOf(definition.type),
    ...optional('value', value),
    filters: filters.map(({ fragment }) => fragment),
    grain: resolveGrain(stage.grain, site),
    filter: resolveFilter(stage.filter, site),
    timeShifts: resolveTimeShifts(stage.timeShifts, site),
    hasWindow,
    orderBy: orderBy.map(({ bound, isDescending }) => ({ sql: bound.fragment, isDescending })),
  };
  const onlyMeasures = named.every(isMeasure);
  if (sql && onlyMeasures && changesNothing(expression)) {
    return { kind: 'calculated', sql: sql.fragment, filters: expression.filters };
  }
  return expression;
}

function makesOf(type: MeasureDefinition['type']): StageExpression['makes'] {
  switch (type) {
    case 'number':
    case 'string':
    case 'time':
    case 'boolean':
      return 'value';
    case 'number_agg':
      return 'raw';
    case 'rank':
      return 'rank';
    default:
      return aggregateFunctions[type];
  }
}

function changesNothing({ makes, value, grain, filter, timeShifts, hasWindow }: StageExpression): boolean {
  return (
    makes === 'value' &&
    value?.kind === 'sql' &&
    !hasWindow &&
    grain.kept.kind === 'all' &&
    grain.include.length === 0 &&
    filter.kept.kind === 'all' &&
    filter.include.length === 0 &&
    !filter.isFixed &&
    timeShifts.length === 0
  );
}

/** Checks that aggregates are only in `number_agg` and windows only in values; returns whether there is a window. */
function checkText(definition: MeasureDefinition, read: readonly SiteSql[], { member, scope }: StageSite): boolean {
  let hasWindow = false;
  let hasAggregate = false;
  for (const bound of read) {
    const found = findTextAggregates(bound);
    hasWindow ||= found.hasWindow;
    hasAggregate ||= found.isAggregate || found.callsUnknown;
    if (found.hasWindow && makesOf(definition.type) !== 'value') {
      scope.findings.push(finding('model.window-in-measure', { member }, bound.place));
    }
    if (!found.isAggregate || definition.type === 'number_agg') continue;
    const [measure] = found.wraps;
    if (measure === undefined) continue;
    const hint = 'Use type: number_agg for an aggregate of your own';
    scope.findings.push(finding('model.measure-in-text-aggregate', { member, measure }, bound.place, { hint }));
  }
  if (definition.type === 'number_agg' && !hasAggregate) {
    scope.findings.push(finding('model.stage-without-aggregate', { member }, definition.place));
  }
  return hasWindow;
}

function resolveChoice(
  { on, when, otherwise }: ChoiceDefinition,
  bind: (sql: AuthorSql) => SiteSql,
  site: StageSite,
): { readonly value?: StageValue; readonly bound: readonly SiteSql[] } {
  const branches = when.map(({ value, sql }) => ({ value, bound: bind(sql) }));
  const other = otherwise && bind(otherwise);
  const bound = [...branches.map((branch) => branch.bound), ...(other ? [other] : [])];
  const item = switchedOn(on, bind, site);
  if (!item) return { bound };
  checkBranches(item, branches, site);
  const value: StageValue = {
    kind: 'choice',
    on: item,
    when: branches.map((branch) => ({ value: branch.value, sql: branch.bound.fragment })),
    ...optional('otherwise', other?.fragment),
  };
  return { value, bound };
}

/** Bound on switch values named in a hint. */
const mostNamed = 20;

/** Reports branches for values the switch does not have. */
function checkBranches(
  { member: dimension }: GrainItem,
  branches: readonly { readonly value: ChoiceDefinition['when'][number]['value']; readonly bound: SiteSql }[],
  { member, scope }: StageSite,
): void {
  const definition = definitionOf(dimension, scope);
  if (definition?.kind !== 'dimension' || definition.expression.kind !== 'switch') return;
  const { values } = definition.expression;
  const known = new Set(values);
  for (const { value, bound } of branches) {
    if (value.type === 'string' && known.has(value.text)) continue;
    const text = value.type === 'string' || value.type === 'number' ? value.text : JSON.stringify(value);
    const hint = didYouMean(text, values) ?? `Its values are ${values.slice(0, mostNamed).join(', ')}`;
    scope.findings.push(finding('model.no-value-of-switch', { member, dimension, value: text }, bound.place, { hint }));
  }
}

/** Resolves the single dimension that `switch` names. */
function switchedOn(
  on: AuthorSql,
  bind: (sql: AuthorSql) => SiteSql,
  { member, scope }: StageSite,
): GrainItem | undefined {
  const before = scope.findings.length;
  const [only, ...others] = bind(on).fragment.parts;
  const reference = only?.kind === 'member' && others.length === 0 ? only : undefined;
  const definition = reference && definitionOf(reference.member, scope)?.kind;
  if (reference && (definition === undefined || definition === 'dimension')) {
    return { member: reference.member, ...optional('granularity', reference.granularity) };
  }
  if (scope.findings.length === before) {
    scope.findings.push(finding('model.switch-on-expression', { member }, on.place));
  }
  return undefined;
}

function definitionOf(id: MemberId, scope: CubeScope): MemberDefinition | undefined {
  const [cube = '', name = ''] = id.split('.');
  const entry = cube === scope.cube.name ? scope.cube : scope.entries.get(cube);
  return entry && 'members' in entry ? entry.members.get(name) : undefined;
}

function resolveGrain({ kept, include }: StageDefinition['grain'], site: StageSite): StageGrain {
  const items = (list: readonly BareReference[]) => list.flatMap((one) => resolveGrainItem(one, 'grain', site) ?? []);
  return {
    kept: kept ? { kind: kept.kind, items: items(kept.items) } : { kind: 'all' },
    include: items(include),
  };
}

function resolveFilter({ kept, include, isFixed }: StageDefinition['filter'], site: StageSite): StageFilter {
  const { scope } = site;
  const members = (kept?.items ?? []).flatMap(({ steps, place }) => {
    const resolved = resolveReference(steps, { from: site.member, place }, scope);
    if (!resolved) return [];
    if (resolved.kind === 'member' && resolved.definition.kind !== 'measure') return [resolved.id];
    scope.findings.push(finding('model.not-filterable', { reference: steps.join('.'), list: 'filter' }, place));
    return [];
  });
  return {
    kept: kept ? { kind: kept.kind, members } : { kind: 'all' },
    include: include.flatMap((one) => resolveModelFilter(one, site) ?? []),
    isFixed,
  };
}

function resolveModelFilter(filter: FilterDefinition, site: StageSite): ModelFilter | undefined {
  if (filter.kind !== 'member') {
    return { kind: filter.kind, filters: filter.filters.flatMap((one) => resolveModelFilter(one, site) ?? []) };
  }
  const item = resolveGrainItem(filter.member, 'filter.include', site);
  if (!item) return undefined;
  const { member: reference, ...test } = filter;
  const definition = definitionOf(item.member, site.scope);
  const reason =
    item.granularity === undefined
      ? definition?.kind === 'dimension' && filterFault({ id: item.member, ...definition }, test.operator, test.values)
      : 'a granularity is not a value of a row';
  if (!reason) return { ...test, member: item.member };
  const params = { member: site.member, reason };
  site.scope.findings.push(finding('model.stage-filter', params, reference.place));
  return undefined;
}

function resolveTimeShifts(shifts: StageDefinition['timeShifts'], site: StageSite): readonly TimeShift[] {
  return shifts.map(({ dimension, by }) => {
    const item = dimension && resolveGrainItem(dimension, 'time_shift', site);
    if (dimension && item && !isTime(item.member, site.scope)) refuseNoTime(dimension, site.scope);
    else if (dimension && item && by.kind === 'named' && !knowsShift(item.member, by.name, site.scope)) {
      const params = { name: by.name, dimension: item.member };
      site.scope.findings.push(finding('model.unknown-time-shift', params, dimension.place));
    }
    return { ...optional('dimension', item?.member), by };
  });
}

function isTime(id: MemberId, scope: CubeScope): boolean {
  const member = definitionOf(id, scope);
  return member === undefined || (member.kind === 'dimension' && member.type === 'time');
}

function knowsShift(id: MemberId, name: string, scope: CubeScope): boolean {
  const member = definitionOf(id, scope);
  if (member?.kind !== 'dimension') return true;
  return member.timeShifts.some(({ by }) => by.kind === 'named' && by.name === name);
}

function refuseNoTime(
  { steps, place }: { readonly steps: readonly string[]; readonly place: KeyPath },
  scope: CubeScope,
) {
  scope.findings.push(finding('model.time-shift-of-no-time', { reference: steps.join('.') }, place));
}
