import { cubeOf, type Dimension, type Measure, type MemberId } from '../../model/index.ts';
import { isVisible } from '../access.ts';
import { type Binder, report } from '../binder.ts';
import type { Condition } from '../condition.ts';
import type { Expression } from '../expression.ts';
import { findDimension, findMeasure } from '../find-member.ts';
import { bindDefaultFiltersOf } from './bind-default-filters.ts';
import type { BoundFilter } from './bind-filters.ts';
import { type MemberQueryFilter, reportUnsupported } from './filter-subject.ts';
import { memberCondition } from './member-condition.ts';

/**
 * Binds a filter by a measure of each value of a dimension, its entity. It restricts rows: those of the entities that pass
 * stay, and those without an entity do not. Filters of the query do not reach the rows of the measure; those that its view
 * always has do.
 */
export function bindEntityFilter(
  binder: Binder,
  filter: MemberQueryFilter & { readonly per: string },
  path: string,
): BoundFilter | undefined {
  // The rows of the measure are not those of the query, and follow rules of their own.
  const inside: Binder = { ...binder, requested: new Set() };
  const measure = findMeasure(inside, filter.member, `${path}.member`);
  const entity = findKey(binder, filter.per) ?? findDimension(binder, filter.per, `${path}.per`);
  if (!measure || !entity) return undefined;
  const subject = { filter, member: measure, values: filter.values ?? [], path };
  const isOfTimes = isTime(measure) || /Date(?:Range)?$/.test(filter.operator);
  if (filter.operator === 'measureFilter' || isOfTimes) {
    const hint = isTime(measure)
      ? `${measure.id} is a time, and a filter with "per" tests numbers, texts and booleans`
      : `${filter.operator} tests ${isOfTimes ? 'times' : 'rows'}, and a filter with "per" tests numbers, texts and booleans`;
    return reportUnsupported(binder, { ...subject, operand: { kind: 'measure', member: measure.id } }, hint);
  }
  const defaults = bindDefaultFiltersOf(inside, cubeOf(measure.id));
  if (defaults.some(({ restricts }) => restricts === 'groups')) {
    return report(binder, 'query.entity-default-filter', { view: cubeOf(measure.id) }, path);
  }
  const operand: Expression = {
    kind: 'per-entity',
    member: measure.id,
    per: entity.id,
    type: measure.type,
    where: defaults.map(({ condition }) => condition),
  };
  const test = memberCondition(binder, { ...subject, operand });
  if (!test) return undefined;
  const isThere: Condition = { kind: 'null', operand: { kind: 'dimension', member: entity.id }, isNegated: true };
  return { restricts: 'rows', condition: { kind: 'and', conditions: [isThere, test] } };
}

/**
 * Finds a key that is not public because it is a key. It only tells rows apart, as counts do, and none of its values is
 * shown. One that policies hide is not found.
 */
function findKey({ model, access, requested }: Binder, name: string): Dimension | undefined {
  const member = model.members.get(name as MemberId);
  if (member?.kind !== 'dimension' || !member.isPrimaryKey) return undefined;
  if (!isVisible({ ...member, isPublic: true }, model, access)) return undefined;
  requested.add(member.id);
  return member;
}

/** The least and the greatest of a column of unknown type are taken for what their measure declares. */
function isTime({ type, times }: Measure): boolean {
  return type === 'time' || times === 'certain';
}
