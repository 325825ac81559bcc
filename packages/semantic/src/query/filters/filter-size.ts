import { type Binder, report } from '../binder.ts';
import { maxFilterDepth, maxFilters, maxFilterValues, maxTextValues, maxValueLength } from '../limits.ts';
import { hasSaneSize } from '../bind-expression.ts';
import type { QueryExpression, QueryFilter } from '../query.ts';

/** Whether the filters are within their size bounds; reports it when they are not. */
export function haveSaneSize(binder: Binder, filters: readonly QueryFilter[]): boolean {
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
