import type { NameEntry } from '../names/index.ts';
import { truths } from '../read/index.ts';
import { ownerOf, targetOf, type VisibleDimension, type VisiblePiece } from '../visible-model.ts';
import type { KnownValues } from './known-values.ts';
import type { PieceMembers } from './piece-members.ts';
import type { SlotChoice, Slot } from './slot.ts';

export interface ChoiceContext {
  readonly members: PieceMembers;
  readonly piece: VisiblePiece;
  /** The dimensions that go with the measures chosen so far. */
  readonly dimensions: readonly VisibleDimension[];
  readonly values: KnownValues;
}

/** Members of a piece that a slot may mean; those of the best fit only. */
export function measureChoices(slot: Slot, { members, piece }: ChoiceContext): readonly SlotChoice[] {
  const entries = slot.mention?.entries ?? [];
  const choices = entries.flatMap(({ kind, member, target, fit, piece: owner }): SlotChoice[] => {
    const measure = kind === 'measure' && owner === piece.name && member ? members.measure(member) : undefined;
    return measure ? [{ kind: 'measure', member: measure.name, target, title: members.titleOf(measure), fit }] : [];
  });
  return best(choices);
}

export function dimensionChoices(slot: Slot, context: ChoiceContext): readonly SlotChoice[] {
  switch (slot.role) {
    case 'grouping':
      return nearest(
        named(slot, context, ({ kind }) => kind === 'dimension' || kind === 'granularity'),
        context,
      );
    case 'flag':
      return nearest(
        named(slot, context, ({ kind }) => kind === 'segment' || kind === 'dimension'),
        context,
      );
    case 'filter':
      return slot.mention ? valuesOfNamed(slot, context) : valuesOfAny(slot, context);
    case 'measure':
    case 'time':
      return [];
  }
}

function named(slot: Slot, context: ChoiceContext, accepts: (entry: NameEntry) => boolean): readonly SlotChoice[] {
  const dimensions = new Map(context.dimensions.map((dimension) => [dimension.name, dimension]));
  const segments = new Map(context.piece.segments.map((segment) => [segment.name, segment]));
  return (slot.mention?.entries ?? []).filter(accepts).flatMap((entry): SlotChoice[] => {
    const { member = '', target, fit, granularity } = entry;
    const segment = entry.kind === 'segment' ? segments.get(member) : undefined;
    if (segment) return [{ kind: 'segment', member, target, title: segment.shortTitle, fit }];
    const dimension = entry.kind === 'segment' ? undefined : dimensions.get(member);
    if (!dimension) return [];
    const { type, shortTitle } = dimension;
    return [
      { kind: 'dimension', member, target, title: shortTitle, fit, type, ...(granularity ? { granularity } : {}) },
    ];
  });
}

function valuesOfNamed(slot: Slot, context: ChoiceContext): readonly SlotChoice[] {
  const choices = named(slot, context, ({ kind }) => kind === 'dimension');
  const withValues = choices.flatMap((choice): SlotChoice[] => {
    const values = slot.values?.map((value) => storedValues(value, choice, context.values, slot.mention?.words)) ?? [];
    if (values.some((found) => found.length === 0)) return [];
    return [{ ...choice, values: [...new Set(values.flat())] }];
  });
  return nearest(withValues, context);
}

function storedValues(
  { words, isExact }: { readonly words: string; readonly isExact: boolean },
  { type, target }: SlotChoice,
  known: KnownValues,
  before: string | undefined,
): readonly string[] {
  if (type === 'boolean') {
    const truth = truths.get(words.toLowerCase());
    return truth ? [truth] : [];
  }
  if (type === 'number') return /^-?\d{1,30}(?:\.\d{1,30})?$/.test(words) ? [words] : [];
  if (type !== 'string') return [];
  return isExact ? [words] : known.valuesOf(words, target, before);
}

function valuesOfAny(slot: Slot, { dimensions, values }: ChoiceContext): readonly SlotChoice[] {
  return dimensions.filter(canLookUp).flatMap((dimension): SlotChoice[] => {
    const target = targetOf(dimension);
    const found = slot.values?.map(({ words }) => values.valuesOf(words, target)) ?? [];
    if (found.some((one) => one.length === 0)) return [];
    const { name: member, shortTitle: title, type } = dimension;
    return [{ kind: 'dimension', member, target, title, type, fit: 3, values: [...new Set(found.flat())] }];
  });
}

/** Whether values of a dimension may be looked up by words. */
export function canLookUp({ type, suggestFilterValues, primaryKey }: VisibleDimension): boolean {
  return type === 'string' && suggestFilterValues !== false && primaryKey !== true;
}

/** Rows of another cube are one step further away than those of the piece itself. */
function nearest(choices: readonly SlotChoice[], { piece }: ChoiceContext): readonly SlotChoice[] {
  const fitting = best(choices);
  const own = fitting.filter(({ member }) => ownerOf(member) === piece.name);
  return own.length > 0 ? own : fitting;
}

function best(choices: readonly SlotChoice[]): readonly SlotChoice[] {
  const most = Math.max(...choices.map(({ fit }) => fit));
  return choices.filter(({ fit }) => fit === most);
}
