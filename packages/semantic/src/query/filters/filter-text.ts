import { membersNamed } from '../bind-expression.ts';
import type { QueryFilter } from '../query.ts';

/** Writes the filter as JSON in the shape of the request, so that people recognise it. */
export function filterText(filter: QueryFilter): string {
  return JSON.stringify(onWire(filter));
}

function onWire(filter: QueryFilter): unknown {
  if (filter.kind === 'expression') return { expression: membersNamed(filter.expression) };
  if (filter.kind !== 'member') return { [filter.kind]: filter.filters.map(onWire) };
  const { member, per, operator, values } = filter;
  return { member, ...(per === undefined ? {} : { per }), operator, ...(values === undefined ? {} : { values }) };
}
