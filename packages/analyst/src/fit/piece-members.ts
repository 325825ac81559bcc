import type { WantedNames } from '../outcome.ts';
import type { MembersOfQuery, RowsOfModel } from '../rows-of-model.ts';
import type { Fit, Slot } from './slot.ts';
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

  readonly #rows: RowsOfModel | undefined;
  readonly #rowsOfFits = new WeakMap<Fit, ReturnType<RowsOfModel['inQuery']>>();

  /** @param rows absent: views list the members of the cube where their rows start first, and keys are what is visible */
  constructor(model: VisibleModel, rows?: RowsOfModel) {
    this.pieces = model.cubes;
    this.#rows = rows;
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

  /** Whether a cube may have times of its own; unknown for a cube that the caller may not see. */
  hasTimes(cube: string): boolean {
    return this.#pieces.get(cube)?.dimensions.some(({ type }) => type === 'time') ?? true;
  }

  /** How the rows that a question counts fare in the piece of a fit. */
  rowsOf(fit: Fit, slots: readonly Slot[]): ReturnType<RowsOfModel['inQuery']> {
    const known = this.#rowsOfFits.get(fit);
    const rows = known ?? this.#rows?.inQuery(membersOf(fit, slots)) ?? this.#rowsByHome(fit);
    this.#rowsOfFits.set(fit, rows);
    return rows;
  }

  #rowsByHome({ piece: name, choices }: Fit): 'all' | 'lost' {
    const piece = this.#pieces.get(name);
    const measures = choices.filter(({ kind }) => kind === 'measure');
    const counted = measures.length > 0 ? measures : choices.slice(0, 1);
    return piece && counted.every(({ target }) => ownerOf(target) === this.homeOf(piece)) ? 'all' : 'lost';
  }

  /**
   * The dimensions of a piece that tell the rows of a cube apart.
   *
   * @returns `undefined` where the caller does not see all of them there
   */
  keysIn(piece: VisiblePiece, measures: readonly string[], cube: string): readonly VisibleDimension[] | undefined {
    const dimensions = this.dimensionsOf(piece, measures);
    const seen = dimensions.filter((one) => one.primaryKey === true && ownerOf(targetOf(one)) === cube);
    const wanted = this.#rows?.keyOf(cube) ?? seen.map(targetOf);
    const found = wanted.map((key) => dimensions.find((one) => targetOf(one) === key));
    const keys = found.filter((one) => one !== undefined);
    return keys.length === wanted.length && keys.length > 0 ? keys : undefined;
  }

  /** Lookups that show whether a dimension of a cube tells its rows apart. */
  namesOf(dimension: string): WantedNames | undefined {
    const count = this.#rows?.countOf(ownerOf(dimension));
    return count !== undefined && this.#dimensions.has(dimension) ? { member: dimension, count } : undefined;
  }
}

function membersOf({ choices }: Fit, slots: readonly Slot[]): MembersOfQuery {
  const of = (accepts: (slot: Slot, choice: Fit['choices'][number]) => boolean) =>
    slots.flatMap((slot, index) => {
      const choice = choices[index];
      return choice && accepts(slot, choice) ? [choice.member] : [];
    });
  const groups = (slot: Slot, { granularity }: Fit['choices'][number]) =>
    slot.role === 'grouping' || (slot.role === 'time' && granularity !== undefined);
  return {
    measures: of((_, { kind }) => kind === 'measure'),
    groups: of(groups),
    filters: of((slot, choice) => choice.kind === 'dimension' && !groups(slot, choice)),
    segments: of((_, { kind }) => kind === 'segment'),
  };
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
