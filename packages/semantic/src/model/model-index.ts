import type { Problem } from '../problem/index.ts';
import { windowed } from './facts/copy-id.ts';
import type { Cube, CubeName, Dimension, FolderSchemas, Measure, Member, MemberId, Piece, Segment } from './model.ts';
import type { ExactNumbers } from './facts/exact-numbers.ts';
import type { StoredTimes } from './facts/stored-times.ts';
import { LayeredMap } from './facts/layered-map.ts';

/** A cube or view that could not be resolved, with the reasons. */
export interface UnavailablePiece {
  readonly name: CubeName;
  readonly problems: readonly Problem[];
  /** The piece with the problems, when it is another one and public. */
  readonly cause?: CubeName;
}

/** Lookups over a resolved model; names chosen by users are only ever keys of a `Map`. */
export interface ModelIndex {
  readonly pieces: ReadonlyMap<CubeName, Piece>;
  readonly members: ReadonlyMap<MemberId, Member>;
  readonly unavailable: ReadonlyMap<CubeName, UnavailablePiece>;
  /** See `factOf`. */
  readonly facts: ModelFacts;
  /** Absent until the data sources were queried; times are then treated as instants. */
  readonly stored?: StoredTimes;
  /** Schemas of SQL that folders are, in addition to `public`; absent where they are none. */
  readonly folderSchemas?: FolderSchemas;
  /** Absent until a statement read numbers; all of them are then doubles. */
  readonly exact?: ExactNumbers;
}

export function indexModel(pieces: readonly Piece[], unavailable: readonly UnavailablePiece[] = []): ModelIndex {
  const members = new Map<MemberId, Member>();
  for (const piece of pieces) {
    for (const member of [...piece.dimensions, ...piece.measures, ...piece.segments]) members.set(member.id, member);
  }
  return indexContent({ pieces: new Map(pieces.map((piece) => [piece.name, piece])), members }, unavailable);
}

/** The index of pieces and members that were listed before; facts about the model are kept as long as these maps. */
export function indexContent(
  content: Pick<ModelIndex, 'pieces' | 'members'>,
  unavailable: readonly UnavailablePiece[],
): ModelIndex {
  return {
    ...content,
    unavailable: new Map(unavailable.map((piece) => [piece.name, piece])),
    facts: new ModelFacts(content),
  };
}

/** Returns a fact derived from a model; see `ModelFacts`. */
export function factOf<Fact>(model: ModelIndex, find: (model: ModelIndex) => Fact): Fact {
  return model.facts.of(model, find);
}

/** Returns a fact about one member, cube or view of a model; it is kept like one about the whole model. */
export function factOfPart<Id extends string, Fact>(
  model: ModelIndex,
  id: Id,
  find: (model: ModelIndex, id: Id) => Fact,
): Fact {
  return model.facts.ofPart(model, id, find);
}

/** Number of facts about members, cubes and views that queries left with a model. */
export function keptFacts({ facts }: ModelIndex): number {
  return facts.kept;
}

/** @throws if the resolved model lacks something it refers to, which is a bug of ours */
export function requireCube(model: ModelIndex, name: CubeName): Cube {
  const piece = model.pieces.get(name);
  if (piece?.kind !== 'cube') throw new Error(`resolved model has no cube '${name}'`);
  return piece;
}

/** @throws if the resolved model lacks something it refers to, which is a bug of ours */
export function requirePiece(model: ModelIndex, name: CubeName): Piece {
  const piece = model.pieces.get(name);
  if (!piece) throw new Error(`resolved model has no '${name}'`);
  return piece;
}

/** @throws if the resolved model lacks something it refers to, which is a bug of ours */
export function requireMember(model: ModelIndex, id: MemberId): Member {
  const member = model.members.get(id) ?? windowLeaf(model, id);
  if (!member) throw new Error(`resolved model has no member '${id}'`);
  return member;
}

/** Makes a copy of an aggregate that is computed over the rows of the windows of another measure, which is made of it. */
function windowLeaf({ members }: ModelIndex, id: MemberId): Measure | undefined {
  const found = windowed(id);
  if (!found) return undefined;
  const [leaf, over] = [members.get(found.leaf), members.get(found.over)];
  if (leaf?.kind !== 'measure' || over?.kind !== 'measure' || over.expression.kind !== 'windowed') return undefined;
  const { window } = over.expression;
  switch (leaf.expression.kind) {
    case 'aggregate':
    case 'raw-aggregate':
      return { ...leaf, id, expression: { ...leaf.expression, window } };
    default:
      return undefined;
  }
}

/** @returns a segment as the boolean that it is of each row */
export function requireDimension(model: ModelIndex, id: MemberId): Dimension {
  const member = requireMember(model, id);
  if (member.kind === 'segment') return asDimension(member);
  if (member.kind !== 'dimension') throw new Error(`'${id}' is not a dimension`);
  return member;
}

export function asDimension(segment: Segment): Dimension {
  return { ...segment, kind: 'dimension', type: 'boolean', isPrimaryKey: false, suggestsFilterValues: false };
}

export function requireMeasure(model: ModelIndex, id: MemberId): Measure {
  const member = requireMember(model, id);
  if (member.kind !== 'measure') throw new Error(`'${id}' is not a measure`);
  return member;
}

export function requireSegment(model: ModelIndex, id: MemberId): Segment {
  const member = requireMember(model, id);
  if (member.kind !== 'segment') throw new Error(`'${id}' is not a segment`);
  return member;
}

export function cubeOf(id: MemberId): CubeName {
  return id.slice(0, id.indexOf('.'));
}

type IndexedModel = Pick<ModelIndex, 'pieces' | 'members'>;

/**
 * Facts derived from the cubes, views and members of a model: computed on first use, kept as long as the model. A copy
 * of the model with other content shares none of them.
 */
class ModelFacts {
  readonly #content: IndexedModel;
  readonly #known = new Map<(model: ModelIndex) => unknown, unknown>();
  readonly #ofParts = new Map<unknown, Map<string, unknown>>();
  #kept = 0;

  constructor(content: IndexedModel) {
    this.#content = content;
  }

  /** Number of facts about parts. */
  get kept(): number {
    return this.#kept;
  }

  /** @param find the function that computes the fact; also its key */
  of<Fact>(model: ModelIndex, find: (model: ModelIndex) => Fact): Fact {
    if (!this.#areOf(model)) return find(model);
    if (!this.#known.has(find)) this.#known.set(find, find(model));
    // Stored under the same function before.
    return this.#known.get(find) as Fact;
  }

  /** @param find the function that computes the fact about a part; also its key */
  ofPart<Id extends string, Fact>(model: ModelIndex, id: Id, find: (model: ModelIndex, id: Id) => Fact): Fact {
    if (!this.#areOf(model)) return find(model, id);
    const known = this.#ofParts.get(find) ?? new Map<string, unknown>();
    this.#ofParts.set(find, known);
    if (!known.has(id)) {
      known.set(id, find(model, id));
      this.#kept++;
    }
    // Stored under the same function before.
    return known.get(id) as Fact;
  }

  #areOf(model: ModelIndex): boolean {
    const { pieces, members } = this.#content;
    return plain(model.pieces) === pieces && plain(model.members) === members;
  }
}

function plain<Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> {
  return map instanceof LayeredMap ? map.plain : map;
}
