import type { ModelIndex, Piece } from '@orrery/semantic';

/** A question any model can answer, to show how one is asked; nothing when nothing may be asked. */
export function sampleQuery({ pieces }: ModelIndex): object | undefined {
  const candidates = [...pieces.values()].filter((piece) => piece.isPublic).sort(viewsFirst);
  for (const piece of candidates) {
    const measure = piece.measures.find((member) => member.isPublic);
    const dimension = piece.dimensions.find(
      (member) => member.isPublic && member.type === 'string' && !member.isPrimaryKey,
    );
    if (measure && dimension) return { measures: [measure.id], dimensions: [dimension.id], limit: 5 };
  }
  const measure = candidates.flatMap((piece) => piece.measures).find((member) => member.isPublic);
  return measure && { measures: [measure.id] };
}

/** Views are what a project shows to people. */
function viewsFirst(left: Piece, right: Piece): number {
  return Number(left.kind !== 'view') - Number(right.kind !== 'view');
}
