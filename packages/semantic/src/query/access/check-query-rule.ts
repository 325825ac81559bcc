import {
  checkRowFilter,
  type CubeName,
  cubeOf,
  type MemberId,
  type ModelIndex,
  type PolicyFilter,
} from '../../model/index.ts';
import type { QueryRule } from './query-rule.ts';
import { whyMissing } from './why-missing.ts';

/** Returns why a rule cannot be applied to a model; `undefined` when it can. */
export function queryRuleFault(rule: QueryRule, model: ModelIndex): string | undefined {
  for (const name of rule.touches ?? []) {
    if (!model.pieces.has(name) && !model.members.has(name as MemberId)) return unknown(name, model);
  }
  for (const filter of rule.filters) {
    const fault = filterFault(filter, model);
    if (fault !== undefined) return fault;
    const cubes = cubesOf(filter);
    if (cubes.size !== 1)
      return `a filter is on members of ${[...cubes].join(' and ')}: a rule filters rows of one cube or view`;
  }
  for (const id of rule.segments) {
    const kind = model.members.get(id)?.kind;
    if (kind !== 'segment') return kind === undefined ? unknown(id, model) : `'${id}' is a ${kind}, not a segment`;
  }
  return undefined;
}

function filterFault(filter: PolicyFilter, model: ModelIndex): string | undefined {
  if (filter.kind !== 'member') {
    for (const one of filter.filters) {
      const fault = filterFault(one, model);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  const member = model.members.get(filter.member);
  if (!member) return unknown(filter.member, model);
  const fault = checkRowFilter(member, filter.operator, filter.values ?? []);
  return fault && `the filter on '${filter.member}' matches no rows: ${fault.text}`;
}

/** The cubes and views of the members of a filter. */
export function cubesOf(filter: PolicyFilter): ReadonlySet<CubeName> {
  return filter.kind === 'member'
    ? new Set([cubeOf(filter.member)])
    : new Set(filter.filters.flatMap((one) => [...cubesOf(one)]));
}

function unknown(name: string, model: ModelIndex): string {
  const { message, hint } = whyMissing(name, model);
  return `${message}${hint === undefined ? '' : `. ${hint}`}`;
}
