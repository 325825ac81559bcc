import {
  type BareReference,
  type DimensionDefinition,
  finding,
  type LabelDefinition,
  labelOf,
  optional,
  type RowSource,
  type SegmentDefinition,
  type AuthorSql,
} from '../../source/index.ts';
import { everyPart } from '../facts/fragments-of.ts';
import { hasLosses } from '../names/entry.ts';
import { bindSql, type BoundReference } from './bind-names.ts';
import { resolveGrainItem } from './resolve-grain-item.ts';
import { type Holder, memberFace } from './member-face.ts';
import type {
  CaseLabel,
  CustomGranularity,
  Dimension,
  DimensionExpression,
  Fragment,
  GrainItem,
  MemberId,
  RowValue,
  Segment,
  TextPart,
} from '../model.ts';
import { linkFace } from './resolve-link.ts';
import { resolveMask } from './resolve-mask.ts';
import { resolveReference } from './resolve-reference.ts';
import { memberId, type CubeScope } from './scope.ts';

/** A resolved member with the members in its SQL. */
export interface ResolvedMember<T> {
  readonly member: T;
  readonly references: readonly MemberId[];
  /** Members in its mask. */
  readonly maskReferences?: readonly MemberId[];
}

export function resolveDimension(
  definition: DimensionDefinition,
  holder: Holder,
  scope: CubeScope,
): ResolvedMember<Dimension> {
  const references: MemberId[] = [];
  const { expression, distinguishedBy } = resolveExpression(definition, references, scope);
  noticeMovedTwice(definition, expression, scope);
  const granularities = resolveGranularities(definition, references, scope);
  const timeShifts = resolveTimeShifts(definition, references, scope);
  const maskReferences: MemberId[] = [];
  const mask = resolveMask(definition.mask, (sql) => bindRowSql(sql, definition, maskReferences, scope));
  return {
    member: {
      kind: 'dimension',
      ...memberFace(definition, holder),
      type: definition.type,
      isPrimaryKey: definition.isPrimaryKey,
      suggestsFilterValues: definition.suggestsFilterValues,
      ...optional('isLocalTime', definition.isLocalTime),
      ...optional('format', definition.format),
      ...optional('currency', definition.currency),
      ...optional('order', definition.order),
      ...optional('shownType', definition.shownType),
      ...(definition.links.length > 0 ? { links: definition.links.map(linkFace) } : {}),
      ...optional('key', resolveKey(definition, scope)),
      ...(granularities.length > 0 ? { granularities } : {}),
      ...(timeShifts.length > 0 ? { timeShifts } : {}),
      ...optional('mask', mask),
      ...(distinguishedBy.length > 0 ? { distinguishedBy } : {}),
      expression,
    },
    references,
    maskReferences,
  };
}

/** Reports a time that its SQL moves into the zone of the query, which queries do again. */
function noticeMovedTwice(definition: DimensionDefinition, expression: DimensionExpression, scope: CubeScope): void {
  if (definition.type !== 'time' || definition.isLocalTime || expression.kind !== 'sql') return;
  if (!everyPart(expression.sql).some(({ kind }) => kind === 'convert-zone')) return;
  const hint = 'Leave out convertTz, or add local_time: true';
  const member = memberId(scope.cube.name, definition.name);
  scope.notices.push(finding('model.time-moved-twice', { member }, definition.place, { hint }));
}

/** Resolves a dimension of this cube or another, for metadata only. */
function resolveKey({ name, key }: DimensionDefinition, scope: CubeScope): MemberId | undefined {
  if (!key) return undefined;
  const resolved = resolveReference(key.steps, { from: memberId(scope.cube.name, name), place: key.place }, scope);
  if (!resolved) return undefined;
  if (resolved.kind === 'member' && resolved.definition.kind === 'dimension' && !resolved.granularity)
    return resolved.id;
  const kind = resolved.kind === 'member' ? resolved.definition.kind : resolved.kind;
  scope.findings.push(finding('model.wrong-kind', { reference: key.steps.join('.'), kind, list: 'key' }, key.place));
  return undefined;
}

export function resolveSegment(
  definition: SegmentDefinition,
  holder: Holder,
  scope: CubeScope,
): ResolvedMember<Segment> {
  const references: MemberId[] = [];
  const sql = bindRowSql(definition.sql, definition, references, scope);
  return {
    member: { kind: 'segment', ...memberFace(definition, holder), expression: { kind: 'sql', sql } },
    references,
  };
}

interface DimensionResolution {
  readonly expression: DimensionExpression;
  /** `add_group_by` of a dimension made only of dimensions. */
  readonly distinguishedBy: readonly GrainItem[];
}

function resolveExpression(
  definition: DimensionDefinition,
  references: MemberId[],
  scope: CubeScope,
): DimensionResolution {
  const { expression } = definition;
  if (expression.kind === 'stage') return resolveStageDimension(definition, expression, references, scope);
  return { expression: withoutStages(definition, expression, references, scope), distinguishedBy: [] };
}

function withoutStages(
  definition: DimensionDefinition,
  expression: Exclude<DimensionDefinition['expression'], { kind: 'stage' }>,
  references: MemberId[],
  scope: CubeScope,
): DimensionExpression {
  switch (expression.kind) {
    case 'geo': {
      const [latitude, longitude] = [expression.latitude, expression.longitude].map(
        (sql): TextPart => ({ kind: 'sql', sql: bindRowSql(sql, definition, references, scope), form: 'number' }),
      );
      const parts = [...(latitude ? [latitude] : []), ',', ...(longitude ? [longitude] : [])];
      return { kind: 'composed', parts, isGuarded: false };
    }
    case 'switch':
      return expression;
    case 'sub-query':
      return resolveSubQuery(definition, expression, references, scope);
    case 'sql':
    case 'case':
    case 'choice':
      return resolveRowValue(expression, (sql) => bindRowSql(sql, definition, references, scope));
  }
}

function resolveRowValue(value: RowSource, bind: (sql: AuthorSql) => Fragment): RowValue {
  const bindLabel = (label: LabelDefinition): CaseLabel =>
    label.kind === 'text' ? label : { kind: 'sql', sql: bind(label.sql) };
  switch (value.kind) {
    case 'sql':
      return { kind: 'sql', sql: bind(value.sql) };
    case 'case':
      return {
        kind: 'case',
        when: value.when.map(({ condition, label }) => ({ condition: bind(condition), label: bindLabel(label) })),
        ...optional('otherwise', value.otherwise && bindLabel(value.otherwise)),
      };
    case 'choice':
      return {
        kind: 'choice',
        on: bind(value.on),
        when: value.when.map((branch) => ({ value: branch.value, sql: bind(branch.sql) })),
        ...optional('otherwise', value.otherwise && bind(value.otherwise)),
      };
  }
}

/**
 * Resolves SQL made of measures and dimensions, which has one value per entity. Made only of dimensions, a row
 * determines the value itself, whichever entities distinguish it.
 */
function resolveStageDimension(
  definition: DimensionDefinition,
  { value, include }: { readonly value: RowSource; readonly include: readonly BareReference[] },
  references: MemberId[],
  scope: CubeScope,
): DimensionResolution {
  const member = memberId(scope.cube.name, definition.name);
  let hasMeasure = false;
  const resolved = resolveRowValue(value, (sql) => {
    const bound = bindSql(sql, { kind: 'member', member }, scope);
    references.push(...bound.references.map((reference) => reference.member));
    hasMeasure ||= bound.references.some(isMeasure);
    return bound.fragment;
  });
  const items = include.flatMap((one) => resolveGrainItem(one, 'add_group_by', { member, scope }) ?? []);
  if (!hasMeasure) return { expression: resolved, distinguishedBy: items };
  return { expression: { kind: 'stage', value: resolved, include: items }, distinguishedBy: [] };
}

function resolveTimeShifts(
  definition: DimensionDefinition,
  references: MemberId[],
  scope: CubeScope,
): NonNullable<Dimension['timeShifts']> {
  return definition.timeShifts.map(({ place, by, moves }) => {
    if (!scope.cube.definition.isCalendar || definition.type !== 'time') {
      const params = { piece: `${scope.cube.name} cube`, path: labelOf(place) };
      scope.findings.push(finding('model.time-shift-outside-calendar', params, place));
    }
    if (moves.kind === 'interval') return { by, moves };
    return { by, moves: { kind: 'sql', sql: bindRowSql(moves.sql, definition, references, scope) } };
  });
}

function resolveGranularities(
  definition: DimensionDefinition,
  references: MemberId[],
  scope: CubeScope,
): readonly CustomGranularity[] {
  return definition.granularities.flatMap(({ buckets, ...granularity }): readonly CustomGranularity[] => {
    if (buckets.kind !== 'sql') return [{ ...granularity, buckets }];
    const { place } = buckets.sql;
    if (!scope.cube.definition.isCalendar) {
      const params = { piece: `${scope.cube.name} cube`, path: labelOf(place) };
      scope.findings.push(finding('model.granularity-sql', params, place, { mark: 'key' }));
      return [];
    }
    return [{ ...granularity, buckets: { kind: 'sql', sql: bindRowSql(buckets.sql, definition, references, scope) } }];
  });
}

function resolveSubQuery(
  definition: DimensionDefinition,
  { sql, propagatesFilters }: { readonly sql: AuthorSql; readonly propagatesFilters: boolean },
  references: MemberId[],
  scope: CubeScope,
): DimensionExpression {
  const { cube } = scope;
  const member = memberId(cube.name, definition.name);
  const before = scope.findings.length;
  const bound = bindSql(sql, { kind: 'member', member }, scope);
  references.push(...bound.references.map((reference) => reference.member));
  const isBound = scope.findings.length === before && bound.references.length > 0;
  const hasMeasure = bound.references.some((reference) => reference.definition.kind === 'measure');
  const isUnknown = bound.references.length === 0 && sql.fragment.parts.some(({ kind }) => kind === 'path');
  if (!hasMeasure && (isBound || !isUnknown)) {
    scope.findings.push(finding('model.sub-query-without-measure', { member }, sql.place));
  }
  const hasKey = [...cube.members.values()].some((one) => one.kind === 'dimension' && one.isPrimaryKey);
  if (!hasKey && !hasLosses(cube)) {
    scope.findings.push(finding('model.sub-query-without-key', { member, cube: cube.name }, definition.place));
  }
  return { kind: 'sub-query', sql: bound.fragment, propagatesFilters };
}

/** Binds SQL over rows, which cannot contain measures. */
function bindRowSql(
  sql: AuthorSql,
  definition: DimensionDefinition | SegmentDefinition,
  references: MemberId[],
  scope: CubeScope,
): Fragment {
  const member = memberId(scope.cube.name, definition.name);
  const bound = bindSql(sql, { kind: 'member', member }, scope);
  references.push(...bound.references.map((reference) => reference.member));
  const measure = bound.references.find(isMeasure);
  if (measure) {
    const hint =
      definition.kind === 'dimension'
        ? 'With sub_query: true it becomes one value per row, with multi_stage: true one per group'
        : undefined;
    const params = { member, kind: definition.kind, measure: measure.member };
    scope.findings.push(finding('model.measure-in-row', params, sql.place, { hint }));
  }
  return bound.fragment;
}

export function isMeasure({ definition }: BoundReference): boolean {
  return definition.kind === 'measure';
}
