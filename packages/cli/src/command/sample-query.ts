import type { Dimension, ModelIndex, Piece } from '@orrery/semantic';

/** Builds a query for the banner that the model can answer; `undefined` when the caller can query nothing. */
export function sampleQuery({ pieces }: ModelIndex): object | undefined {
  const candidates = [...pieces.values()].filter((piece) => piece.isPublic).map(sampleOf);
  const best = candidates.toSorted((left, right) => right.worth - left.worth)[0];
  return best?.query;
}

/** Dimensions that usually have few values, by the last word of their name. */
const fewValues = /(^|_)(category|status|channel|type|country|region|segment|source|method|size|device)$/;

/**
 * Rates a query on a cube or view: grouping by few values, several measures, and a view rather than a cube rate higher.
 */
function sampleOf(piece: Piece): { readonly query: object | undefined; readonly worth: number } {
  const measures = piece.measures.filter((measure) => measure.isPublic).slice(0, 2);
  if (measures.length === 0) return { query: undefined, worth: -1 };
  const dimension = groupOf(piece.dimensions);
  const query = {
    measures: measures.map((measure) => measure.id),
    ...(dimension ? { dimensions: [dimension.id], limit: 5 } : {}),
  };
  const group = dimension === undefined ? 0 : fewValues.test(dimension.name) ? 8 : 4;
  return { query, worth: group + measures.length + (piece.kind === 'view' ? 1 : 0) };
}

function groupOf(dimensions: readonly Dimension[]): Dimension | undefined {
  const texts = dimensions.filter(({ isPublic, type, isPrimaryKey }) => isPublic && type === 'string' && !isPrimaryKey);
  return texts.find((dimension) => fewValues.test(dimension.name)) ?? texts[0];
}
