import type { QueryFilter } from '../query.ts';

/** The filter as JSON in the shape of the wire, for people to recognise it. */
export function filterText(filter: QueryFilter): string {
  return JSON.stringify(onWire(filter));
}

function onWire(filter: QueryFilter): unknown {
  if (filter.kind !== 'member') return { [filter.kind]: filter.filters.map(onWire) };
  const { member, operator, values } = filter;
  return values === undefined ? { member, operator } : { member, operator, values };
}
