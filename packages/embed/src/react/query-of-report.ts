import { type Filter, type Meta, OrreryError, type Query } from '@orrery/client/data';
import { isWithoutValue, valuesIn, wireFilters } from '../answer/index.ts';
import type { LogicalFilter, LogicalQuery } from './report.ts';

/**
 * The query that the members of a report are.
 *
 * @returns `undefined` while it asks for nothing
 * @throws OrreryError for a filter that no query has the form of
 */
export function queryOfReport(logical: LogicalQuery, { cubes }: Meta): Query | undefined {
  const views = new Set(cubes.map(({ name }) => name));
  const nameOf = (name: string) => {
    const [view = ''] = name.split('.', 1);
    return logical.semanticView === undefined || views.has(view) ? name : `${logical.semanticView}.${name}`;
  };
  const measures = logical.measures.map(nameOf);
  const dimensions = logical.dimensions.map(nameOf);
  if (measures.length + dimensions.length === 0) return undefined;
  const times = new Set(
    cubes.flatMap((cube) => cube.dimensions.filter(({ type }) => type === 'time').map(({ name }) => name)),
  );
  const filters = logical.filters.flatMap((filter) => filtersOf(filter, nameOf(filter.name), times));
  return { measures, dimensions, ...(filters.length > 0 ? { filters } : {}) };
}

function filtersOf(filter: LogicalFilter, member: string, times: ReadonlySet<string>): readonly Filter[] {
  const { type, value } = filter;
  if (!isWithoutValue(type) && valuesIn(value).length === 0) return [];
  const made = wireFilters(member, { operator: type, ...(value === undefined ? {} : { value }) }, times.has(member));
  return made.map((one) => {
    if (one !== 'untold') return one;
    throw new OrreryError(`A filter of ${member} by ${type} has no form in queries: take another operator`, {
      code: 'client.filter-without-form',
    });
  });
}
