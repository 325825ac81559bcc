import type { FoundNames, WantedNames } from '../outcome.ts';
import { tokensOf } from '../text/index.ts';
import { ownerOf, targetOf, type VisibleDimension } from '../visible-model.ts';
import type { PieceMembers } from './piece-members.ts';
import type { SlotChoice, Fit, Slot } from './slot.ts';

/** A slot whose things are not told apart by their names. */
export interface NeededKey {
  readonly slot: number;
  readonly cube: string;
}

/** Whether a question groups by things, and a field is what they are called: `customers` by the name of customers. */
export function isThing(slot: Slot, choice: SlotChoice): boolean {
  const { role, mention } = slot;
  if (role !== 'grouping' || !isName(slot, choice)) return false;
  return mention?.isThing ?? !tokensOf(mention?.words ?? 'name').some(({ key }) => key === 'name');
}

/** Whether a question groups or restricts by what things are called. */
export function isName({ role }: Slot, { target, type }: SlotChoice): boolean {
  return (role === 'grouping' || role === 'filter') && type === 'string' && /[._]name$/.test(target);
}

/** Lists the names of things that must be looked up, and those that need a key next to the name. */
export function namesFor(
  { choices }: Fit,
  slots: readonly Slot[],
  members: PieceMembers,
  found: readonly FoundNames[],
): { readonly wanted: readonly WantedNames[]; readonly needed: readonly NeededKey[] } {
  const isCounted = choices.some(({ kind }) => kind === 'measure');
  const [wanted, needed]: [WantedNames[], NeededKey[]] = [[], []];
  slots.forEach((each, slot) => {
    const choice = choices[slot];
    if (!choice || !isName(each, choice)) return;
    const known = found.find(({ member }) => member === choice.target);
    const names = known ? undefined : members.namesOf(choice.target);
    // A name that the model calls as the thing is taken for it, unless it is known better.
    const isDoubtful = known?.areUnique === false || (known?.areUnique === undefined && choice.fit === 2 && isCounted);
    if (names && wanted.every(({ member }) => member !== names.member)) wanted.push(names);
    else if (!names && isDoubtful && isThing(each, choice)) needed.push({ slot, cube: ownerOf(choice.target) });
  });
  return { wanted, needed };
}

/** A fit that groups by the keys of things, too; none where the caller does not see them. */
export function withKeys(fit: Fit, needed: readonly NeededKey[], members: PieceMembers): readonly Fit[] {
  const piece = members.piece(fit.piece);
  const measures = fit.choices.filter(({ kind }) => kind === 'measure').map(({ member }) => member);
  const choices = [...fit.choices];
  for (const { slot, cube } of needed) {
    const keys = piece && members.keysIn(piece, measures, cube);
    const choice = choices[slot];
    if (!keys || !choice || ownerOf(choice.target) !== cube) return [];
    choices[slot] = { ...choice, keys: keys.map(keyChoice) };
  }
  return [{ piece: fit.piece, choices }];
}

function keyChoice(dimension: VisibleDimension): SlotChoice {
  const { name: member, shortTitle: title, type } = dimension;
  return { kind: 'dimension', member, target: targetOf(dimension), title, fit: 3, type };
}
