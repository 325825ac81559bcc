import {
  type CubeName,
  factOf,
  isMadeInside,
  type MaskedOf,
  type MemberId,
  type ModelIndex,
  requireMember,
  type Touched,
  touchedAnywhere,
  touchedBy,
} from '../../model/index.ts';
import { type Outcome, succeed } from '../../problem/index.ts';
import type { Access } from '../access.ts';
import type { QueryRules } from '../access/query-rule.ts';
import type { Binder } from '../binder.ts';
import { type MeasurePerEntity, membersOfFilter } from '../expression.ts';
import type { BoundQuery, MemberMask } from '../query.ts';
import { bindMasks, type DefaultMasks } from './bind-masks.ts';
import { bindQueryRules, joinedRules, type Ruled } from './bind-query-rules.ts';
import { bindRowRules } from './bind-row-rules.ts';
import { hasPolicies, maskedFor } from './granting.ts';
import type { FindJoinedCubes, JoinedCubes } from './joined-cubes.ts';

/** The rows that policies and rules of the project leave a query, and the values that replace masked members. */
interface Limits extends Pick<BoundQuery, 'rowRules' | 'masks' | 'joined'> {
  readonly limit?: number;
}

/** Cubes that a query reads: through its members, by its joins, and by filters that views add. */
export interface LimitedReads {
  /** Also inside its sub queries. */
  readonly anywhere: Touched;
  /** The cubes and members in the query's own rows. */
  readonly own: Touched;
  /** Dimensions made of measures in whose rows joins bring a cube in, by the cube. */
  readonly joinedInside: ReadonlyMap<CubeName, readonly MemberId[]>;
}

interface LimitedBy {
  /** Members that the query itself names, without those of default filters. */
  readonly named: ReadonlySet<MemberId>;
  /** Measures that it tests in rows of their own. */
  readonly perEntity: readonly MeasurePerEntity[];
  readonly rules: QueryRules | undefined;
  readonly defaultMasks: DefaultMasks;
  readonly findJoinedCubes: FindJoinedCubes;
}

/** Applies policies and rules of the project to a query that is bound without them. */
export function limitQuery(
  binder: Binder,
  query: BoundQuery,
  { named, perEntity, rules, defaultMasks, findJoinedCubes }: LimitedBy,
): Outcome<Limits> {
  const { model, access } = binder;
  const hasRules = rules !== undefined && rules.rules.length > 0;
  if (!hasRules && !hasPolicies(model)) return succeed({ rowRules: [], masks: [], joined: [] });
  const maskedOf = mayMask(access) ? maskedFor.bind(undefined, model, access) : undefined;
  const touched = touchedAnywhere(model, [...named, ...perEntity.map(({ member }) => member)], maskedOf);
  const masks = maskedOf
    ? bindMasks(binder, touched.members, { isUngrouped: query.isUngrouped, defaults: defaultMasks })
    : [];
  const isNested = perEntity.length > 0 || readsInside(model, touched);
  // A cube that one part of the query reads may be only joined in another.
  const mayBeJoined =
    hasRules || query.defaultFilters.length > 0 || isNested || hasPoliciesBeside(model, touched.pieces);
  const joined = mayBeJoined
    ? joinedByAny(shownBy(masks).map((shown) => findJoinedCubes({ ...query, masks: shown }, model, touched)))
    : nothingJoined;
  const reads = readsOf(binder, { named, perEntity, touched, joined, maskedOf });
  const ruled = hasRules ? bindQueryRules(binder, rules, reads) : notRuled;
  if (!ruled.ok) return ruled;
  const { rowRules, limit } = ruled.value;
  return succeed({
    rowRules: rowRules.length > 0 ? joinedRules(bindRowRules(binder, reads), rowRules) : bindRowRules(binder, reads),
    masks,
    joined: [...new Set([...joined.own, ...[...joined.inside.values()].flatMap((cubes) => [...cubes])])].sort(),
    ...(limit === undefined ? {} : { limit }),
  });
}

const notRuled: Outcome<Ruled> = succeed({ rowRules: [] });

const nothingJoined: JoinedCubes = { own: new Set(), inside: new Map(), defaultFilters: [] };

/**
 * The masks of rows that show real values where they may, and of rows that show masks where they may. Tests of masks read
 * real values, whatever else limits these rows: what they join is not queried.
 */
function shownBy(masks: readonly MemberMask[]): readonly (readonly MemberMask[])[] {
  const real = masks.filter(({ unless }) => unless === undefined);
  // Only SQL of a mask reads anything.
  const joinsMore = masks.some(({ mask, unless }) => unless !== undefined && mask?.kind === 'sql');
  return joinsMore ? [real, masks.map(({ unless: _, ...always }) => always)] : [real];
}

function joinedByAny([first = nothingJoined, ...others]: readonly JoinedCubes[]): JoinedCubes {
  return others.reduce(({ own, inside, defaultFilters }, more) => {
    const dimensions = new Set([...inside.keys(), ...more.inside.keys()]);
    return {
      own: new Set([...own, ...more.own]),
      inside: new Map(
        [...dimensions].map((id) => [id, new Set([...(inside.get(id) ?? []), ...(more.inside.get(id) ?? [])])]),
      ),
      defaultFilters: [...new Set([...defaultFilters, ...more.defaultFilters])],
    };
  }, first);
}

/** A default filter tests real values, whatever the caller sees of them. */
function readsOf(
  { model, pieces }: Binder,
  {
    named,
    perEntity,
    touched,
    joined,
    maskedOf,
  }: {
    readonly named: ReadonlySet<MemberId>;
    readonly perEntity: readonly MeasurePerEntity[];
    readonly touched: Touched;
    readonly joined: JoinedCubes;
    readonly maskedOf: MaskedOf | undefined;
  },
): LimitedReads {
  const tested = joined.defaultFilters.flatMap(membersOfFilter);
  const joinedInside = new Map<CubeName, MemberId[]>();
  for (const [dimension, cubes] of joined.inside) {
    for (const cube of cubes) joinedInside.set(cube, [...(joinedInside.get(cube) ?? []), dimension]);
  }
  // Default filters of a view also apply where its measures are tested in rows of their own.
  const testedInside = perEntity.flatMap(({ where }) => where.flatMap(membersOfFilter));
  const real = [...tested, ...testedInside];
  const read = real.length === 0 ? touched : together(touched, touchedAnywhere(model, real));
  const anywhere = withPieces(withPieces(read, pieces), new Set([...joined.own, ...joinedInside.keys()]));
  // Without nested reads, both are the same.
  if (perEntity.length === 0 && !readsInside(model, anywhere)) return { anywhere, own: anywhere, joinedInside };
  const own = together(touchedBy(model, named, maskedOf), touchedBy(model, tested));
  return { anywhere, own: withPieces(withPieces(own, pieces), joined.own), joinedInside };
}

function together(one: Touched, other: Touched): Touched {
  return withPieces({ ...one, members: new Set([...one.members, ...other.members]) }, other.pieces);
}

/** Adds cubes and views whose rows count, whatever members of them are read. */
export function withPieces(touched: Touched, pieces: ReadonlySet<CubeName>): Touched {
  return pieces.size === 0 ? touched : { ...touched, pieces: new Set([...touched.pieces, ...pieces]) };
}

/** Whether some of the members are computed from rows of their own. */
function readsInside(model: ModelIndex, { members }: Touched): boolean {
  return [...members].some((id) => isMadeInside(requireMember(model, id)));
}

function hasPoliciesBeside(model: ModelIndex, pieces: ReadonlySet<CubeName>): boolean {
  return factOf(model, cubesWithPolicies).some((name) => !pieces.has(name));
}

function cubesWithPolicies({ pieces }: ModelIndex): readonly CubeName[] {
  return [...pieces.values()].filter(({ kind, policies }) => kind === 'cube' && policies).map(({ name }) => name);
}

function mayMask({ policies }: Access): boolean {
  for (const applied of policies.values()) if (applied.some(({ masks }) => masks.size > 0)) return true;
  return false;
}
