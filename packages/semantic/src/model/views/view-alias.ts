import { optional } from '../../source/index.ts';
import type { Alias, CubeName, Dimension, Measure, Member, MemberId } from '../model.ts';

export function isSameAlias(member: Member, target: MemberId, path: readonly CubeName[]): boolean {
  const alias = aliasOf(member);
  return alias.member === target && alias.path.join('.') === path.join('.');
}

export function aliasOf({ id, expression }: Member): Alias {
  // A member that the view defines stands for itself.
  return expression.kind === 'alias' ? expression : { kind: 'alias', member: id, path: [] };
}

/** Members of a view by the member they stand for. */
export function shownAs(members: readonly Member[]): ReadonlyMap<MemberId, MemberId> {
  const byTarget = new Map<MemberId, MemberId>();
  for (const member of members) {
    const { member: target } = aliasOf(member);
    if (!byTarget.has(target)) byTarget.set(target, member.id);
    // Members that the view defines drill by names of the view.
    byTarget.set(member.id, member.id);
  }
  return byTarget;
}

/** Translates the key into the view, if the view has it. */
export function withKey({ key, ...dimension }: Dimension, shown: ReadonlyMap<MemberId, MemberId>): Dimension {
  return { ...dimension, ...optional('key', key && shown.get(key)) };
}

/** Translates drill members into the view; those it does not include are left out. */
export function withDrillMembers(measure: Measure, shown: ReadonlyMap<MemberId, MemberId>): Measure {
  if (measure.drillMembers.length === 0) return measure;
  return { ...measure, drillMembers: measure.drillMembers.flatMap((id) => shown.get(id) ?? []) };
}
