import type { VisiblePiece } from '../visible-model.ts';
import { type ChoiceContext, dimensionChoices, measureChoices } from './choices-of.ts';
import type { KnownValues } from './known-values.ts';
import type { PieceMembers } from './piece-members.ts';
import type { SlotChoice, Fit, Slot } from './slot.ts';
import { timeChoices } from './time-choices.ts';

/** Bound on combinations of equal fits within one piece. The choices of a question back are made of them. */
const mostCombinations = 256;

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
    return oneField(combine(choices), others).map(
      (rest): Fit => ({ piece: piece.name, choices: [...chosen, ...rest] }),
    );
  });
}

/** "Lisbon or Porto" are values of one field, and "lamps and blankets" are, where one has both. */
function oneField(
  combinations: readonly (readonly SlotChoice[])[],
  slots: readonly Slot[],
): readonly (readonly SlotChoice[])[] {
  let left = combinations;
  slots.forEach((slot, index) => {
    if (slot.role !== 'filter' || slot.mention || slots[index - 1]?.role !== 'filter') return;
    const alike = left.filter((choices) => choices[index]?.member === choices[index - 1]?.member);
    if (alike.length > 0) left = alike;
  });
  return left;
}

function combine(choices: readonly (readonly SlotChoice[])[]): readonly (readonly SlotChoice[])[] {
  return choices.reduce<readonly (readonly SlotChoice[])[]>(
    (before, next) => before.flatMap((chosen) => next.map((one) => [...chosen, one])).slice(0, mostCombinations),
    [[]],
  );
}
