import type { MemberId } from '../../model/index.ts';
import { type Binder, report } from '../binder.ts';
import { type MemberQueryFilter, filterSubject } from './filter-subject.ts';
import { bindEntityFilter } from './bind-entity-filter.ts';
import { filterText } from './filter-text.ts';
import { findDimensionOrMeasure } from '../find-member.ts';
import { memberCondition } from './member-condition.ts';
import type { Output, QueryExpression, QueryFilter } from '../query.ts';
import { bindExpression, hasSaneSize } from '../bind-expression.ts';
import { type Condition, operandsIn } from '../condition.ts';
import { type Expression, expressionsInside } from '../expression.ts';
import { maxFilterDepth, maxFilters, maxFilterValues, maxTextValues, maxValueLength } from '../limits.ts';

/** Whether a condition restricts rows before they are grouped, or groups. */
type Restricted = 'rows' | 'groups';

export interface BoundFilter {
  readonly restricts: Restricted;
  readonly condition: Condition;
}

/** A filter of a query, with its path there. */
interface QueryCondition extends BoundFilter {
  readonly path: string;
}

/** @param filters joined with AND */
export function bindFilters(binder: Binder, filters: readonly QueryFilter[], isUngrouped: boolean): QueryCondition[] {
  if (!haveSaneSize(binder, filters)) return [];
  const bound = filters.map((filter, index) => bindFilter(binder, filter, `filters[${index}]`));
  return bound.flatMap((one, index) => {
    if (!one) return [];
    if (one.restricts === 'groups' && isUngrouped)
      report(binder, 'query.ungrouped-measure-filter', {}, `filters[${index}]`);
    return [{ ...one, path: `filters[${index}]` }];
  });
}

const mixedHint =
  'Rows are tested before they are grouped, measures after: give each its own filter, combined with AND';

/** Returns undefined for an empty group or one already reported. */
function bindFilter(binder: Binder, filter: QueryFilter, path: string): BoundFilter | undefined {
  if (filter.kind === 'member') return bindMemberFilter(binder, filter, path);
  if (filter.kind === 'expression') return bindExpressionFilter(binder, filter.expression, `${path}.expression`);
  const bound = filter.filters.map((one, index) => bindFilter(binder, one, `${path}.${filter.kind}[${index}]`));
  const parts = bound.filter((one) => one !== undefined);
  const [first] = parts;
  if (!first) return undefined;
  if (parts.some((part) => part.restricts !== first.restricts)) {
    return report(binder, 'query.mixed-condition', { group: filterText(filter) }, path, mixedHint);
  }
  return {
    restricts: first.restricts,
    condition:
      parts.length === 1 ? first.condition : { kind: filter.kind, conditions: parts.map((part) => part.condition) },
  };
}

function bindMemberFilter(binder: Binder, filter: MemberQueryFilter, path: string): BoundFilter | undefined {
  if (filter.per !== undefined) return bindEntityFilter(binder, { ...filter, per: filter.per }, path);
  const member = findDimensionOrMeasure(binder, filter.member, `${path}.member`);
  const condition = member && memberCondition(binder, filterSubject(filter, member, path));
  if (!condition) return undefined;
  const isOfRows = member.kind === 'dimension' || condition.kind === 'measure-filters';
  return { restricts: isOfRows ? 'rows' : 'groups', condition };
}

function bindExpressionFilter(binder: Binder, expression: QueryExpression, path: string): BoundFilter | undefined {
  const bound = bindExpression(binder, expression, path);
  if (!bound) return undefined;
  if (bound.type !== 'boolean') return report(binder, 'query.filter-type', { type: bound.type }, path);
  return {
    restricts: bound.ofGroups.length > 0 ? 'groups' : 'rows',
    condition: { kind: 'true', operand: bound.expression },
  };
}

/** Reports dimensions that filters of groups read, and the query does not group by. */
export function refuseUngrouped(binder: Binder, filters: readonly QueryCondition[], outputs: readonly Output[]): void {
  const tests = filters.filter(({ restricts }) => restricts === 'groups');
  if (tests.length === 0) return;
  const keys = new Set(
    outputs.flatMap(({ role, expression }) => (role === 'measure' ? [] : JSON.stringify(expression))),
  );
  for (const { condition, path } of tests) {
    const [stray] = operandsIn(condition).flatMap((operand) => rowsReadBy(operand, keys));
    if (stray !== undefined) report(binder, 'query.ungrouped-dimension', { member: stray }, path, ungroupedHint);
  }
}

const ungroupedHint = 'Group by it as well, or test it in a filter of its own, which restricts rows';

function rowsReadBy(expression: Expression, keys: ReadonlySet<string>): readonly MemberId[] {
  if (keys.has(JSON.stringify(expression))) return [];
  if (expression.kind === 'dimension' || expression.kind === 'bucket') return [expression.member];
  if (expression.kind === 'altered' || expression.kind === 'aggregate') return [];
  return expressionsInside(expression).flatMap((inner) => rowsReadBy(inner, keys));
}

/** Whether the filters are within their size bounds; reports it when they are not. */
function haveSaneSize(binder: Binder, filters: readonly QueryFilter[]): boolean {
  const { depth, count, values, texts } = sizeOf(filters);
  if (depth > maxFilterDepth) report(binder, 'query.too-deep', { what: 'Filters', maximum: maxFilterDepth }, 'filters');
  if (count > maxFilters) report(binder, 'query.too-many', { what: 'filters', maximum: maxFilters }, 'filters');
  if (values > maxFilterValues) {
    report(binder, 'query.too-many', { what: 'filter values', maximum: maxFilterValues }, 'filters');
  }
  if (texts > maxTextValues) {
    report(binder, 'query.too-many', { what: 'values to look for inside texts', maximum: maxTextValues }, 'filters');
  }
  const expressions = depth <= maxFilterDepth && count <= maxFilters ? expressionsOf(filters) : [];
  if (!expressions.every((one) => hasSaneSize(binder, one, 'filters'))) return false;
  const isSmall = depth <= maxFilterDepth && count <= maxFilters && values <= maxFilterValues && texts <= maxTextValues;
  if (!isSmall || !filters.some(holdsLongValue)) return isSmall;
  report(binder, 'query.value-too-long', { maximum: maxValueLength }, 'filters');
  return false;
}

interface FilterSize {
  readonly depth: number;
  readonly count: number;
  readonly values: number;
  /** Number of values of operators that search inside texts. */
  readonly texts: number;
}

/** Counts level by level and stops at the first exceeded limit, so that no depth overflows the stack. */
function sizeOf(filters: readonly QueryFilter[]): FilterSize {
  let level = filters;
  let size: FilterSize = { depth: 0, count: 0, values: 0, texts: 0 };
  while (level.length > 0 && size.depth <= maxFilterDepth && size.count <= maxFilters) {
    const values = level.reduce((sum, filter) => sum + valuesOf(filter), 0);
    const texts = level.reduce((sum, filter) => sum + (searchesTexts(filter) ? valuesOf(filter) : 0), 0);
    size = {
      depth: size.depth + 1,
      count: size.count + level.length,
      values: size.values + values,
      texts: size.texts + texts,
    };
    level = level.flatMap(innerFilters);
  }
  return size;
}

function valuesOf(filter: QueryFilter): number {
  return filter.kind === 'member' ? (filter.values?.length ?? 0) : 0;
}

function holdsLongValue(filter: QueryFilter): boolean {
  return filter.kind === 'member'
    ? (filter.values?.some((value) => value !== null && value.length > maxValueLength) ?? false)
    : innerFilters(filter).some(holdsLongValue);
}

function innerFilters(filter: QueryFilter): readonly QueryFilter[] {
  return 'filters' in filter ? filter.filters : [];
}

/** The expressions that are filters themselves, at any depth. */
function expressionsOf(filters: readonly QueryFilter[]): readonly QueryExpression[] {
  return filters.flatMap((filter) =>
    filter.kind === 'expression' ? [filter.expression] : expressionsOf(innerFilters(filter)),
  );
}

function searchesTexts(filter: QueryFilter): boolean {
  return filter.kind === 'member' && /contains|with$/i.test(filter.operator);
}
