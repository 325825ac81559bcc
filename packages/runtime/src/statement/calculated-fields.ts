import type { WireQuery } from '@orrery/contract';
import { isVisible, type MemberId, type Zone } from '@orrery/semantic';
import type { CalculatedField } from '@orrery/sql';
import type { ModelForCaller } from '../query/index.ts';

type PrintedOrder = readonly ('member' | { readonly field: string; readonly isDescending: boolean })[];

interface WithoutFields {
  /** The query without the order by calculated fields. */
  readonly members: unknown;
  readonly order: PrintedOrder;
}

/** Takes the order by calculated fields out of a query, which knows members only. Everything else is left to be read. */
export function withoutFields(query: unknown, fields: readonly CalculatedField[]): WithoutFields {
  if (fields.length === 0 || typeof query !== 'object' || query === null || !('order' in query)) {
    return { members: query, order: [] };
  }
  const names = new Set(fields.map(({ name }) => name));
  const { order: given, ...others } = query;
  const pairs: readonly unknown[] = Array.isArray(given) ? given : Object.entries(given ?? {});
  const fieldIn = (pair: unknown) =>
    Array.isArray(pair) && names.has(pair[0] as string) ? String(pair[0]) : undefined;
  const order = pairs.map((pair): PrintedOrder[number] => {
    const field = fieldIn(pair);
    return field === undefined ? 'member' : { field, isDescending: (pair as readonly unknown[])[1] === 'desc' };
  });
  const kept = pairs.filter((pair) => fieldIn(pair) === undefined);
  return { members: kept.length === 0 ? others : { ...others, order: kept }, order };
}

/**
 * The words of the date ranges of a query, which stay words in a statement that is kept. Filters have dates only.
 *
 * @returns why the statement would mean something else later: a statement that is kept runs in the zone of the project
 */
export function lastingPhrases(
  { timeDimensions = [] }: WireQuery,
  zone: Zone,
  zoneOfProject: Zone,
): { readonly phrases: readonly (string | undefined)[] } | { readonly why: string } {
  if (zone !== zoneOfProject) return { why: `it has the time zone ${zone}, and the project has ${zoneOfProject}` };
  const ranges = timeDimensions.flatMap(({ dateRange }) => (dateRange === undefined ? [] : [dateRange]));
  return { phrases: ranges.map((range) => (typeof range === 'string' ? range : undefined)) };
}

/** The members that fields name, besides those of the query: measures, dimensions and buckets of times. */
export function membersNamedBy(fields: readonly CalculatedField[]): readonly string[] {
  return fields.flatMap((field) => {
    if ('sql' in field) return [];
    return [field.of, ...('where' in field ? field.where.map(({ dimension }) => dimension) : [])];
  });
}

/** Whether a member is there for a caller. One that is hidden is as one that is not there. */
export function isKnown(name: string, { model, access }: Pick<ModelForCaller, 'model' | 'access'>): boolean {
  const [piece = '', local = ''] = name.split('.');
  const member = model.index.members.get(`${piece}.${local}` as MemberId);
  return member !== undefined && isVisible(member, model.index, access);
}
