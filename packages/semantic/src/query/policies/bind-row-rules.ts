import { type CubeName, cubeOf, type MemberId } from '../../model/index.ts';
import type { AppliedPolicy } from '../access.ts';
import type { Binder } from '../binder.ts';
import type { RowRule } from '../query.ts';
import { granting, policiesOf } from './granting.ts';
import type { LimitedReads } from './limit-query.ts';
import { bindPolicyRows } from './policy-rows.ts';
import type { Condition } from '../condition.ts';

/**
 * Computes the rows that policies allow of every cube and view that a query reads. The rows of a member are those of any
 * policy that grants it, the rows of a cube those of all its members together.
 */
export function bindRowRules(binder: Binder, { anywhere, own, joinedInside }: LimitedReads): readonly RowRule[] {
  const { model, access } = binder;
  return [...anywhere.pieces].flatMap((of) => {
    const policies = policiesOf(model, access, of);
    const members = [...anywhere.members].filter((id) => cubeOf(id) === of);
    const where = policies && rowsOfAll(binder, policies, members);
    return where ? [{ of, where, ...placeOf(of, { own, joinedInside }) }] : [];
  });
}

/** Where in a query the rows of a cube or view are read. */
export function placeOf(
  of: CubeName,
  { own, joinedInside }: Pick<LimitedReads, 'own' | 'joinedInside'>,
): Pick<RowRule, 'isInside' | 'joinedInside'> {
  const inside = joinedInside.get(of);
  return { isInside: !own.pieces.has(of), ...(inside ? { joinedInside: inside } : {}) };
}

/** Returns `undefined` when all rows are allowed. */
function rowsOfAll(
  binder: Binder,
  policies: readonly AppliedPolicy[],
  members: readonly MemberId[],
): Condition | undefined {
  // A cube that is only joined, or of which SQL names only columns, is limited like a member that no policy grants.
  const sets = members.length > 0 ? members.map((id) => granting(policies, id)) : [policies];
  const limiting = distinct(
    policies,
    sets.filter((set) => set.every(({ rows }) => rows !== undefined)),
  );
  const bound = new Map<AppliedPolicy, Condition>();
  const rowsOf = (policy: AppliedPolicy): Condition => {
    const condition = bound.get(policy) ?? bindPolicyRows(binder, policy.rows ?? []);
    bound.set(policy, condition);
    return condition;
  };
  if (limiting.length === 0) return undefined;
  return joined(
    'and',
    limiting.map((set) => joined('or', set.map(rowsOf))),
  );
}

/** Removes duplicate sets, and sets that contain another: rows allowed by the smaller set satisfy the larger one. */
function distinct(
  policies: readonly AppliedPolicy[],
  sets: readonly (readonly AppliedPolicy[])[],
): readonly (readonly AppliedPolicy[])[] {
  const places = new Map(policies.map((policy, place) => [policy, place]));
  const byPlaces = new Map(sets.map((set) => [set.map((policy) => places.get(policy)).join(), new Set(set)]));
  const different = [...byPlaces.values()];
  const holds = (larger: ReadonlySet<AppliedPolicy>, smaller: ReadonlySet<AppliedPolicy>) =>
    smaller.size < larger.size && [...smaller].every((policy) => larger.has(policy));
  return different.filter((set) => !different.some((other) => holds(set, other))).map((set) => [...set]);
}

function joined(kind: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const [only, ...others] = conditions;
  return only && others.length === 0 ? only : { kind, conditions };
}
