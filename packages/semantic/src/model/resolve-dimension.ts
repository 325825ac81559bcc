import type { DimensionDefinition, LabelDefinition, SegmentDefinition, Sql } from '../source/definition.ts';
import { finding, labelOf } from '../source/finding.ts';
import { optional } from '../source/read-fields.ts';
import { hasLosses } from './entry.ts';
import { bindSql, type BoundReference } from './bind-names.ts';
import { type Holder, memberFace } from './member-face.ts';
import type {
  CaseLabel,
  CustomGranularity,
  Dimension,
  DimensionExpression,
  Fragment,
  MemberId,
  Segment,
  TextPart,
} from './model.ts';
import { linkFace } from './resolve-link.ts';
import { resolveReference } from './resolve-reference.ts';
import { memberId, type Scope } from './scope.ts';

/** A resolved member with the members its SQL is made of. */
export interface ResolvedMember<T> {
  readonly member: T;
  readonly references: readonly MemberId[];
}

export function resolveDimension(
  definition: DimensionDefinition,
  holder: Holder,
  scope: Scope,
): ResolvedMember<Dimension> {
  const references: MemberId[] = [];
  const expression = resolveExpression(definition, references, scope);
  const granularities = resolveGranularities(definition, references, scope);
  return {
    member: {
      kind: 'dimension',
      ...memberFace(definition, holder),
      type: definition.type,
      isPrimaryKey: definition.isPrimaryKey,
      suggestsFilterValues: definition.suggestsFilterValues,
      ...optional('format', definition.format),
      ...optional('currency', definition.currency),
      ...optional('order', definition.order),
      ...optional('shownType', definition.shownType),
      ...(definition.links.length > 0 ? { links: definition.links.map(linkFace) } : {}),
      ...(definition.aliases.length > 0 ? { aliases: definition.aliases } : {}),
      ...optional('key', resolveKey(definition, scope)),
      ...(granularities.length > 0 ? { granularities } : {}),
      expression,
    },
    references,
  };
}

/** A dimension of this cube or another, for metadata only. */
function resolveKey({ name, key }: DimensionDefinition, scope: Scope): MemberId | undefined {
  if (!key) return undefined;
  const resolved = resolveReference(key.steps, { from: memberId(scope.cube.name, name), place: key.place }, scope);
  if (!resolved) return undefined;
  if (resolved.kind === 'member' && resolved.definition.kind === 'dimension' && !resolved.granularity)
    return resolved.id;
  const kind = resolved.kind === 'member' ? resolved.definition.kind : resolved.kind;
  scope.findings.push(finding('model.wrong-kind', { reference: key.steps.join('.'), kind, list: 'key' }, key.place));
  return undefined;
}

export function resolveSegment(definition: SegmentDefinition, holder: Holder, scope: Scope): ResolvedMember<Segment> {
  const references: MemberId[] = [];
  const sql = bindRowSql(definition.sql, definition, references, scope);
  return {
    member: { kind: 'segment', ...memberFace(definition, holder), expression: { kind: 'sql', sql } },
    references,
  };
}

function resolveExpression(definition: DimensionDefinition, references: MemberId[], scope: Scope): DimensionExpression {
  const { expression } = definition;
  const bind = (sql: Sql): Fragment => bindRowSql(sql, definition, references, scope);
  const bindLabel = (label: LabelDefinition): CaseLabel =>
    label.kind === 'text' ? label : { kind: 'sql', sql: bind(label.sql) };
  switch (expression.kind) {
    case 'sql':
      return { kind: 'sql', sql: bind(expression.sql) };
    case 'geo': {
      const [latitude, longitude] = [bind(expression.latitude), bind(expression.longitude)].map(
        (sql): TextPart => ({ kind: 'sql', sql, form: 'number' }),
      );
      const parts = [...(latitude ? [latitude] : []), ',', ...(longitude ? [longitude] : [])];
      return { kind: 'composed', parts, isGuarded: false };
    }
    case 'sub-query':
      return resolveSubQuery(definition, expression, references, scope);
    case 'case':
      return {
        kind: 'case',
        when: expression.when.map(({ condition, label }) => ({ condition: bind(condition), label: bindLabel(label) })),
        ...optional('otherwise', expression.otherwise && bindLabel(expression.otherwise)),
      };
  }
}

function resolveGranularities(
  definition: DimensionDefinition,
  references: MemberId[],
  scope: Scope,
): readonly CustomGranularity[] {
  return definition.granularities.map(({ buckets, ...granularity }) => {
    if (buckets.kind !== 'sql') return { ...granularity, buckets };
    const { place } = buckets.sql;
    if (!scope.cube.definition.isCalendar) {
      const params = { piece: `${scope.cube.name} cube`, path: labelOf(place) };
      scope.findings.push(finding('model.granularity-sql', params, place, { mark: 'key' }));
    }
    return { ...granularity, buckets: { kind: 'sql', sql: bindRowSql(buckets.sql, definition, references, scope) } };
  });
}

function resolveSubQuery(
  definition: DimensionDefinition,
  { sql, propagatesFilters }: { readonly sql: Sql; readonly propagatesFilters: boolean },
  references: MemberId[],
  scope: Scope,
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

/** SQL over rows: no measure can stand in it. */
function bindRowSql(
  sql: Sql,
  definition: DimensionDefinition | SegmentDefinition,
  references: MemberId[],
  scope: Scope,
): Fragment {
  const member = memberId(scope.cube.name, definition.name);
  const bound = bindSql(sql, { kind: 'member', member }, scope);
  references.push(...bound.references.map((reference) => reference.member));
  const measure = bound.references.find(isMeasure);
  if (measure) {
    const hint = definition.kind === 'dimension' ? 'With sub_query: true it becomes one value per row' : undefined;
    const params = { member, kind: definition.kind, measure: measure.member };
    scope.findings.push(finding('model.measure-in-row', params, sql.place, { hint }));
  }
  return bound.fragment;
}

export function isMeasure({ definition }: BoundReference): boolean {
  return definition.kind === 'measure';
}
