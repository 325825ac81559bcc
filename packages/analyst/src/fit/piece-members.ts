import {
  localName,
  ownerOf,
  targetOf,
  type VisibleDimension,
  type VisibleMeasure,
  type VisibleModel,
  type VisiblePiece,
} from '../visible-model.ts';

/** Members of the model by name, and which of them a cube or view can answer with. */
export class PieceMembers {
  readonly pieces: readonly VisiblePiece[];
  readonly #pieces: ReadonlyMap<string, VisiblePiece>;
  readonly #measures = new Map<string, VisibleMeasure>();
  readonly #dimensions = new Map<string, VisibleDimension>();

  readonly #whole: ReadonlyMap<string, VisiblePiece>;

  constructor(model: VisibleModel, whole = model) {
    this.pieces = model.cubes;
    this.#whole = new Map(whole.cubes.map((piece) => [piece.name, piece]));
    this.#pieces = new Map(model.cubes.map((piece) => [piece.name, piece]));
    for (const { measures, dimensions } of model.cubes) {
      for (const measure of measures) this.#measures.set(measure.name, measure);
      for (const dimension of dimensions) this.#dimensions.set(dimension.name, dimension);
    }
  }

  piece(name: string): VisiblePiece | undefined {
    return this.#pieces.get(name);
  }

  measure(name: string): VisibleMeasure | undefined {
    return this.#measures.get(name);
  }

  dimension(name: string): VisibleDimension | undefined {
    return this.#dimensions.get(name);
  }

  /**
   * Dimensions that all of the measures can be grouped by: those of the piece, and with a cube also those of the cubes it
   * says it reaches.
   */
  dimensionsOf(piece: VisiblePiece, measures: readonly string[]): readonly VisibleDimension[] {
    if (!piece.queryable || measures.length === 0) return piece.dimensions;
    const own = piece.dimensions.filter(({ name }) => reaches(piece, measures, name));
    if (piece.type === 'view') return own;
    const isReached = (name: string) => {
      const owner = ownerOf(name);
      return owner !== piece.name && this.#pieces.get(owner)?.type === 'cube' && reaches(piece, measures, name);
    };
    return [...own, ...[...this.#dimensions.values()].filter(({ name }) => isReached(name))];
  }

  /** The definition behind a member. */
  targetOf(name: string): string {
    for (const { measures, dimensions, segments } of this.pieces) {
      const face = [...measures, ...dimensions, ...segments].find((one) => one.name === name);
      if (face) return targetOf(face);
    }
    return name;
  }

  /** A count of all rows is called after what it counts. */
  titleOf(measure: VisibleMeasure): string {
    const target = targetOf(measure);
    if (localName(target) !== 'count' || !/^count$/i.test(measure.shortTitle)) return measure.shortTitle;
    const owner = ownerOf(target);
    const words = owner.replaceAll('_', ' ');
    return this.#pieces.get(owner)?.title ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  }

  /** The cube where rows of a piece start, as far as its members show it: a view lists the members of that one first. */
  homeOf(piece: VisiblePiece): string {
    const first = piece.measures[0] ?? piece.dimensions[0];
    return piece.type === 'cube' || !first ? piece.name : ownerOf(targetOf(first));
  }

  /** Whether a cube may have times of its own; nobody knows of one that the caller does not see. */
  hasTimes(cube: string): boolean {
    return this.#whole.get(cube)?.dimensions.some(({ type }) => type === 'time') ?? true;
  }
}

function reaches({ queryable = [] }: VisiblePiece, measures: readonly string[], dimension: string): boolean {
  const owner = ownerOf(dimension);
  return measures.every((measure) =>
    queryable
      .filter((group) => group.measures === undefined || group.measures.includes(measure))
      .some(({ by }) =>
        by.some(
          ({ name, except, only }) =>
            name === owner && !except?.includes(dimension) && (only === undefined || only.includes(dimension)),
        ),
      ),
  );
}
