import type { WantedValues } from '../outcome.ts';
import { fold, singular } from '../text/index.ts';
import { ownerOf, targetOf, type VisibleDimension } from '../visible-model.ts';
import { canLookUp } from './choices-of.ts';
import type { KnownValues } from './known-values.ts';
import type { PieceMembers } from './piece-members.ts';
import type { Fit, Slot } from './slot.ts';

/** Bound on the fields that are searched for one value. */
const mostMembers = 60;
/** Bound on the searches for one question: each reads the values of a field. */
const mostSearches = 120;

export interface Lookups {
  readonly wanted: readonly WantedValues[];
  /** Words for which there are too many fields to search, or too many values in one of them. */
  readonly tooMany: readonly string[];
}

/**
 * Lists the fields in which the values of a question have to be searched.
 *
 * @param fits the fits of the question without its values; only their fields are searched
 */
export function lookupsFor(
  slots: readonly Slot[],
  fits: readonly Fit[],
  measuresIn: (fit: Fit) => readonly string[],
  members: PieceMembers,
  values: KnownValues,
): Lookups {
  const dimensions = [...new Map(fits.map((fit) => [fit.piece, fit])).values()].flatMap((fit) => {
    const piece = members.piece(fit.piece);
    return piece ? members.dimensionsOf(piece, measuresIn(fit)) : [];
  });
  const byTarget = new Map(dimensions.toReversed().map((dimension) => [targetOf(dimension), dimension]));
  const [wanted, tooMany]: [WantedValues[], string[]] = [[], []];
  let searches = 0;
  for (const slot of slots.filter(({ role }) => role === 'filter')) {
    const named = new Set(slot.mention?.entries.map(({ target }) => target));
    const searched = [...byTarget.values()].filter((dimension) =>
      slot.mention ? named.has(targetOf(dimension)) && dimension.type === 'string' : canLookUp(dimension),
    );
    for (const { words, isExact } of slot.values ?? []) {
      if (isExact && slot.mention) continue;
      const isOpen = (dimension: VisibleDimension) => values.isOpen(words, targetOf(dimension));
      const missing = searched.filter((dimension) => !values.isLookedUp(words, targetOf(dimension)));
      searches += missing.length;
      if (missing.length > mostMembers || searches > mostSearches || searched.some(isOpen)) tooMany.push(words);
      else if (missing.length > 0) {
        wanted.push({ words, search: searchFor(words), members: missing.map(({ name }) => name).toSorted(byOwner) });
      }
    }
  }
  return { wanted, tooMany };
}

/** `Lamps` is a value for "lamp", and `Lamp` one for "lamps". */
function searchFor(words: string): string {
  const last = /[\p{L}\p{M}]+$/u.exec(words)?.[0] ?? '';
  const [plural, one] = [fold(last), singular(fold(last))];
  if (plural.length !== last.length || plural === one) return words;
  let shared = 0;
  while (shared < one.length && one[shared] === plural[shared]) shared += 1;
  return shared < 3 ? words : words.slice(0, words.length - last.length + shared);
}

function byOwner(a: string, b: string): number {
  const [x, y] = [ownerOf(a), ownerOf(b)];
  return x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1;
}
