import { cubeOf, type ModelIndex } from '../../model/model-index.ts';
import type { MemberId, Piece } from '../../model/model.ts';
import { touchedAnywhere, touchedBy } from '../../model/touched.ts';
import type { Access, AppliedPolicy } from '../access.ts';
import type { Binder } from '../binder.ts';
import type { Condition, RowRule } from '../query.ts';
import { bindPolicyRows } from './policy-rows.ts';

/**
 * The rows that policies leave of every cube and view that a question reads members of. The rows of a member are those of
 * any policy that grants it, the rows of a cube those of all its members together.
 *
 * @param queried members that the question names itself, not those of default filters
 */
export function bindRowRules(binder: Binder, queried: ReadonlySet<MemberId>): readonly RowRule[] {
  const { model, access } = binder;
  if (!hasPolicies(model)) return [];
  const anywhere = touchedAnywhere(model, queried);
  const own = touchedBy(model, queried);
  return [...anywhere.pieces].flatMap((of) => {
    const policies = policiesOf(access, model.pieces.get(of));
    const members = [...anywhere.members].filter((id) => cubeOf(id) === of);
    const where = policies && rowsOfAll(binder, policies, members);
    return where ? [{ of, where, isInside: !own.pieces.has(of) }] : [];
  });
}

const known = new WeakMap<ModelIndex, boolean>();

function hasPolicies(model: ModelIndex): boolean {
  let found = known.get(model);
  if (found === undefined) {
    found = [...model.pieces.values()].some(({ policies }) => policies !== undefined);
    known.set(model, found);
  }
  return found;
}

/** Nothing for a cube that is open to everybody. Of one that is not, an access that does not know it grants nothing. */
function policiesOf(access: Access, piece: Piece | undefined): readonly AppliedPolicy[] | undefined {
  if (!piece) return undefined;
  return access.policies.get(piece.name) ?? (piece.policies ? [] : undefined);
}

/** Nothing when all rows are left. */
function rowsOfAll(
  binder: Binder,
  policies: readonly AppliedPolicy[],
  members: readonly MemberId[],
): Condition | undefined {
  // A cube of which SQL names columns alone is limited like a member that no policy grants.
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

/** Reached through a view, a member may be granted by no policy of its cube: then all that apply to the caller limit it. */
function granting(policies: readonly AppliedPolicy[], id: MemberId): readonly AppliedPolicy[] {
  const found = policies.filter(({ shows, masks }) => shows === 'all' || shows.has(id) || masks.has(id));
  return found.length > 0 ? found : policies;
}

/** Each set once, without those that hold all of another: what fewer policies leave, they leave as well. */
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
