import type { MetaCube } from '@orrery/client/data';

type QueryableEntry = NonNullable<MetaCube['queryable']>[number];

/**
 * Whether a measure may be grouped by a dimension, as the planner says in the metadata. Without its word everything may:
 * the query itself says what is wrong.
 *
 * @param cube that the measure is of
 * @param dimension with its cube or view: `sales.status`
 */
export function canGroup(
  { queryable }: { readonly queryable?: MetaCube['queryable'] | undefined },
  measure: string,
  dimension: string,
): boolean {
  if (!queryable) return true;
  const entries = queryable.filter(({ measures }) => measures?.includes(measure) ?? true);
  return entries.some((entry) => covers(entry, dimension));
}

function covers({ by }: QueryableEntry, dimension: string): boolean {
  const owner = dimension.slice(0, dimension.indexOf('.'));
  return by.some(
    ({ name, only, except }) =>
      name === owner && (only?.includes(dimension) ?? true) && !(except?.includes(dimension) ?? false),
  );
}
