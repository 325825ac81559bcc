import {
  type CubeName,
  cubeOf,
  type Dimension,
  fragmentsOf,
  type Measure,
  type MemberId,
  membersIn,
  type ModelIndex,
  type Piece,
  requireCube,
  requireMember,
  touchedBy,
} from '../../model/index.ts';
import { type Access, isVisible, type Query } from '../../query/index.ts';
import type { Instant, Zone } from '../../time/index.ts';
import { buildPlan, bindQuery } from '../build-plan.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import { leavesOf } from '../groups/measure-leaves.ts';
import {
  type Requirement,
  requirementsOfMember,
  resolveAlias,
  stageDimensionsOfMember,
  subQueriesOfMember,
} from '../joins/requirement.ts';
import { readingOfTime } from '../rows/computed-times.ts';
import { readsSwitch } from '../switches/switches.ts';
import { timesOfMember } from '../windows/refuse-computed.ts';

/** Measures of one piece, and everything each may be grouped by, one dimension at a time. */
export interface QueryableMeasures {
  readonly measures: readonly MemberId[];
  readonly by: readonly QueryableDimensions[];
}

/** Dimensions of one piece: all that the caller may see, all except some, or only some. */
export interface QueryableDimensions {
  readonly piece: CubeName;
  /** The joined cubes, from the one where rows start. Absent when there are none, or when they vary within a view. */
  readonly path?: readonly CubeName[];
  readonly except?: readonly MemberId[];
  readonly only?: readonly MemberId[];
}

/**
 * Computes whether the planner accepts each measure of a piece with each dimension of the model. Members that are
 * planned alike are tested once.
 */
export class QueryableMembers {
  readonly #model: ModelIndex;
  readonly #access: Access;
  readonly #dimensions = new Map<CubeName, readonly Alike<Dimension>[]>();
  #readByStages: ReadonlySet<MemberId> | undefined;

  constructor(model: ModelIndex, access: Access) {
    this.#model = model;
    this.#access = access;
  }

  /** Pauses after each answer, so that the caller can let other work run. */
  *measuresOf(piece: Piece): Generator<void, readonly QueryableMeasures[]> {
    const measures = piece.measures.filter((member) => isVisible(member, this.#model, this.#access));
    const found = new Map<string, { readonly measures: MemberId[]; readonly by: readonly QueryableDimensions[] }>();
    for (const alike of groupAlike(this.#model, measures)) {
      const by: QueryableDimensions[] = [];
      for (const other of this.#model.pieces.values()) {
        const dimensions = yield* this.#dimensionsFor(alike[0], other);
        if (dimensions) by.push(dimensions);
      }
      const key = JSON.stringify(by);
      const known = found.get(key);
      if (known) known.measures.push(...alike.map(({ id }) => id));
      else found.set(key, { measures: alike.map(({ id }) => id), by });
    }
    return [...found.values()];
  }

  *#dimensionsFor(measure: Measure, piece: Piece): Generator<void, QueryableDimensions | undefined> {
    const [model, access] = [this.#model, this.#access];
    const [valid, invalid]: [MemberId[], MemberId[]] = [[], []];
    for (const alike of this.#alikeIn(piece)) {
      const [dimension] = alike;
      const isValid = mayMeet(model, measure, dimension) && isAnswered(model, access, measure, dimension);
      (isValid ? valid : invalid).push(...alike.map(({ id }) => id));
      yield;
    }
    const [first] = valid;
    if (first === undefined) return undefined;
    const path = piece.kind === 'cube' ? pathBetween(model, access, measure.id, first) : undefined;
    return {
      piece: piece.name,
      ...(path ? { path } : {}),
      ...(invalid.length === 0 ? {} : invalid.length <= valid.length ? { except: invalid } : { only: valid }),
    };
  }

  #alikeIn(piece: Piece): readonly Alike<Dimension>[] {
    const known = this.#dimensions.get(piece.name);
    if (known) return known;
    const visible = piece.dimensions.filter((member) => isVisible(member, this.#model, this.#access));
    // A stage can only read columns of its inner rows.
    this.#readByStages ??= dimensionsOfStages(this.#model);
    const groups = groupAlike(this.#model, visible, this.#readByStages);
    this.#dimensions.set(piece.name, groups);
    return groups;
  }
}

function isAnswered(model: ModelIndex, access: Access, measure: Measure, dimension: Dimension): boolean {
  const raw = refusalsOf(model, access, { measures: [measure.id], dimensions: [dimension.id] });
  if (dimension.type !== 'time' || !raw.some((code) => ofStoredTimes.has(code))) return raw.every(isOfTheRest);
  // Windows follow a time by its granularities alone, and some windows only by some of them.
  const granularities = ['day', ...(dimension.granularities ?? []).map(({ name }) => name), 'second'];
  return granularities.some((granularity) => {
    const timeDimensions = [{ dimension: dimension.id, granularity }];
    return refusalsOf(model, access, { measures: [measure.id], timeDimensions }).every(isOfTheRest);
  });
}

/** The refusals for a time as it is stored, which may not concern its granularities. */
const ofStoredTimes: ReadonlySet<string> = new Set(['plan.rolling-computed', 'plan.days-joined-by-no-time']);

/** Whether members can be combined does not depend on the time, the zone, limits, or a missing granularity. */
function isOfTheRest(code: string): boolean {
  return code === 'plan.window-without-buckets';
}

function refusalsOf(model: ModelIndex, access: Access, asked: Partial<Query>): readonly string[] {
  const query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [], ...asked };
  const context = { now: 0 as Instant, access, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const bound = bindQuery(query, model, context);
  const planned = bound.ok ? buildPlan(bound.value, model) : bound;
  return planned.ok ? [] : planned.problems.map(({ code }) => code);
}

type Alike<M> = readonly [M, ...M[]];

/** Groups members of one piece that the planner treats alike. */
function groupAlike<M extends Measure | Dimension>(
  model: ModelIndex,
  members: readonly M[],
  likeNone: ReadonlySet<MemberId> = new Set(),
): readonly Alike<M>[] {
  const stored = (member: M) => resolveAlias(model, member.id, member.kind).member.id;
  const groups = Map.groupBy(members, (member) => (likeNone.has(stored(member)) ? member.id : planKey(model, member)));
  return [...groups.values()].flatMap(([first, ...others]): Alike<M>[] => (first ? [[first, ...others]] : []));
}

/** Dimensions that stages of measures name in their SQL. */
function dimensionsOfStages(model: ModelIndex): ReadonlySet<MemberId> {
  const found = new Set<MemberId>();
  for (const member of model.members.values()) {
    if (member.kind !== 'measure' || member.expression.kind !== 'stage') continue;
    for (const id of membersIn(fragmentsOf(member))) {
      if (requireMember(model, id).kind === 'dimension') found.add(resolveAlias(model, id, 'dimension').member.id);
    }
  }
  return found;
}

/** Returns a key that is equal for members which can be combined with the same others. */
function planKey(model: ModelIndex, member: Measure | Dimension): string {
  const shape =
    member.kind === 'measure'
      ? leavesOf(model, member.id).map((leaf) => leafKey(model, leaf))
      : [dimensionKey(model, member), ...timeKeys(model, member)];
  const required = requirementsOfMember(model, member.id).map(({ path }) => path.join('.'));
  return JSON.stringify([[...new Set(required)], [...new Set(shape)].sort(), subQueriesOfMember(model, member.id)]);
}

const plainKeys = new Set(['kind', 'function', 'sql', 'filters']);

/** Key of a leaf; one that is more than an aggregate over rows is unique. */
function leafKey(model: ModelIndex, leaf: MemberId): string {
  const { expression } = resolveAlias(model, leaf, 'measure').member;
  const isPlain = Object.keys(expression).every((key) => plainKeys.has(key));
  if (!isPlain) return leaf;
  switch (expression.kind) {
    case 'aggregate':
      return `${cubeOf(leaf)} ${expression.function}`;
    case 'raw-aggregate':
      return `${cubeOf(leaf)} raw`;
    default:
      return leaf;
  }
}

function dimensionKey(model: ModelIndex, { id }: Dimension): string {
  const { expression } = resolveAlias(model, id, 'dimension').member;
  const isPlain = (expression.kind === 'sql' || expression.kind === 'case') && Object.keys(expression).length <= 3;
  const isOfRows = stageDimensionsOfMember(model, id).length === 0 && !readsSwitch(model, id);
  return isPlain && isOfRows && !isMadeOfTimes(model, id) ? 'plain' : id;
}

/** Lists the times that a dimension is computed from, and how: windows and time shifts cannot follow all of them. */
function timeKeys(model: ModelIndex, { id, type, isPrimaryKey }: Dimension): readonly string[] {
  // Windows also need granularities, which each time has for itself. They follow a key of a table beside its day.
  if (type === 'time' || isPrimaryKey) return [id];
  return timesOfMember(model, id).flatMap((time) => {
    const reading = readingOfTime(model, id, time);
    return reading === 'none' ? [] : [`${reading} ${time}`];
  });
}

/** Whether time shifts may fail to reach the time inside this dimension. */
function isMadeOfTimes(model: ModelIndex, dimension: MemberId): boolean {
  const own = resolveAlias(model, dimension, 'dimension').member.id;
  return [...touchedBy(model, [own]).members].some((id) => {
    const member = requireMember(model, id);
    return id !== own && member.kind === 'dimension' && member.type === 'time';
  });
}

/** Quick test whether joins could connect the two at all; never false when they can. */
function mayMeet(model: ModelIndex, measure: Measure, dimension: Dimension): boolean {
  const [ofMeasure, ofDimension] = [measure, dimension].map(({ id }) => requirementsOfMember(model, id));
  if (!ofMeasure || !ofDimension) return true;
  const components = new Set(ofMeasure.map(({ cube }) => componentOf(model, cube)));
  if (ofDimension.every(({ cube }) => components.has(componentOf(model, cube)))) return true;
  return dimensionKey(model, dimension) !== 'plain';
}

function componentOf(model: ModelIndex, cube: CubeName): number | CubeName {
  return requireCube(model, cube).component ?? cube;
}

function pathBetween(
  model: ModelIndex,
  access: Access,
  measure: MemberId,
  dimension: MemberId,
): readonly CubeName[] | undefined {
  const required: readonly Requirement[] = [measure, dimension].flatMap((id) => requirementsOfMember(model, id));
  const tree = findJoinTree(model, required);
  if (!tree.ok || tree.value.edges.length === 0) return undefined;
  const path = [tree.value.root, ...tree.value.edges.map(({ to }) => to)];
  return path.every((cube) => mayName(model, access, cube)) ? path : undefined;
}

/** Whether the caller may know of a cube, because they may name one of its members. */
export function mayName(model: ModelIndex, access: Access, name: CubeName): boolean {
  const piece = model.pieces.get(name);
  if (!piece) return false;
  return [...piece.measures, ...piece.dimensions, ...piece.segments].some((member) => isVisible(member, model, access));
}
