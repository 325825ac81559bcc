import type { VisiblePiece } from '../visible-model.ts';
import { type ChoiceContext, dimensionChoices, measureChoices } from './choices-of.ts';
import type { KnownValues } from './known-values.ts';
import type { PieceMembers } from './piece-members.ts';
import type { Choice, Fit, Slot } from './slot.ts';
import { timeChoices } from './time-choices.ts';

/** Bound on combinations of equal fits within one piece. Two are enough to ask which one is meant. */
const mostCombinations = 32;

/** All pieces with a member for each slot; several of one piece when members fit equally. */
export function findFits(
  slots: readonly Slot[],
  pieces: readonly VisiblePiece[],
  members: PieceMembers,
  values: KnownValues,
): readonly Fit[] {
  return pieces.flatMap((piece) => fitsOf(piece, slots, members, values));
}

function fitsOf(
  piece: VisiblePiece,
  slots: readonly Slot[],
  members: PieceMembers,
  values: KnownValues,
): readonly Fit[] {
  const isMeasure = ({ role }: Slot) => role === 'measure';
  const empty: ChoiceContext = { members, piece, dimensions: [], values };
  const measures = combine(slots.filter(isMeasure).map((slot) => measureChoices(slot, empty)));
  return measures.flatMap((chosen) => {
    const names = chosen.map(({ member }) => member);
    const dimensions = members.dimensionsOf(piece, names);
    const context = { ...empty, dimensions };
    const others = slots.filter((slot) => !isMeasure(slot));
    const choices = others.map((slot) =>
      slot.role === 'time' ? timeChoices(slot, dimensions, chosen, members) : dimensionChoices(slot, context),
    );
    return combine(choices).map((rest): Fit => ({ piece: piece.name, choices: [...chosen, ...rest] }));
  });
}

function combine(choices: readonly (readonly Choice[])[]): readonly (readonly Choice[])[] {
  return choices.reduce<readonly (readonly Choice[])[]>(
    (before, next) => before.flatMap((chosen) => next.map((one) => [...chosen, one])).slice(0, mostCombinations),
    [[]],
  );
}
