import { ownerOf, type VisiblePiece } from '../visible-model.ts';
import type { PieceMembers } from './piece-members.ts';
import type { Fit, Slot } from './slot.ts';

export type ChosenFit =
  | { readonly kind: 'one'; readonly fit: Fit; readonly notes: readonly string[] }
  /** Fits of equal rank that mean different things at this slot. */
  | { readonly kind: 'several'; readonly fits: readonly Fit[]; readonly slot: number }
  /** The same definitions over other rows than all that a question counts; the question does not name these pieces. */
  | { readonly kind: 'pieces'; readonly fits: readonly Fit[] };

export interface ChoosingContext {
  readonly slots: readonly Slot[];
  readonly members: PieceMembers;
  /** Cubes and views to answer from first. */
  readonly preferred: ReadonlySet<string>;
  /** The piece of the question before. */
  readonly former: string | undefined;
  /** Whether a question names a cube or view, so that rows may be missing there. */
  readonly isNamed: (piece: VisiblePiece) => boolean;
}

/** Fits with the same definitions, with the best that any of them is at each slot. */
interface FitMeaning {
  readonly fits: readonly Fit[];
  readonly scores: readonly number[];
}

/**
 * Picks the fit of a question. A meaning that is worse at a slot and nowhere better is out. A cube or view that has all
 * rows that are counted comes before one where some are missing or repeated, which is only queried if the question
 * names it.
 *
 * @param fits at least one
 */
export function chooseFit(fits: readonly Fit[], context: ChoosingContext): ChosenFit {
  const all = [...Map.groupBy(fits, meaningOf).values()].map(
    (group): FitMeaning => ({ fits: group, scores: bestOf(group) }),
  );
  const best = all.filter(({ scores }) => !all.some((other) => isBetter(other.scores, scores)));
  const found = preferTimes(best, context);
  const whole = found.flatMap(({ fits: group, scores }): readonly FitMeaning[] => {
    const kept = group.filter((fit) => isWhole(fit, context));
    return kept.length > 0 ? [{ fits: kept, scores }] : [];
  });
  const meanings = preferMeanings(whole.length > 0 ? whole : found, context);
  const [only, ...others] = meanings;
  if (!only) throw new Error('there is at least one fit');
  if (others.length > 0) {
    const several = meanings.map(({ fits: group }) => nearest(group, context));
    return { kind: 'several', fits: several, slot: firstDifference(several) };
  }
  if (whole.length > 0) return choosePiece(only.fits, context);
  const named = only.fits.filter((fit) => isNamed(fit, context));
  return named.length > 0 ? choosePiece(named, context) : askForPiece(only.fits, context);
}

function isNamed({ piece: name }: Fit, { members, isNamed: isPieceNamed }: ChoosingContext): boolean {
  const piece = members.piece(name);
  return piece !== undefined && isPieceNamed(piece);
}

function meaningOf({ choices }: Fit): string {
  return JSON.stringify(choices.map(({ target, granularity, values }) => [target, granularity, values?.toSorted()]));
}

function bestOf(fits: readonly Fit[]): readonly number[] {
  const [first] = fits;
  return first?.choices.map((_, index) => Math.max(...fits.map(({ choices }) => choices[index]?.fit ?? 0))) ?? [];
}

function isBetter(a: readonly number[], b: readonly number[]): boolean {
  const differences = a.map((fit, index) => fit - (b[index] ?? 0));
  return differences.every((one) => one >= 0) && differences.some((one) => one > 0);
}

function isWhole(fit: Fit, { members, slots }: ChoosingContext): boolean {
  const rows = members.rowsOf(fit, slots);
  return rows === 'all' || rows === 'filtered';
}

/** Keeps the times that the nearest pieces show, where the question names none: views show one of several. */
function preferTimes(meanings: readonly FitMeaning[], context: ChoosingContext): readonly FitMeaning[] {
  const partOf = (accepts: (slot: Slot) => boolean) => (meaning: FitMeaning) => targetsOf(meaning, context, accepts);
  return nearestOf(
    meanings,
    partOf(isUnnamedTime),
    context,
    partOf((slot) => !isUnnamedTime(slot)),
  );
}

/**
 * Keeps the meanings that the nearest pieces give to the counted things, because views are made for queries. Fields and
 * values that a question names are never chosen between.
 */
function preferMeanings(meanings: readonly FitMeaning[], context: ChoosingContext): readonly FitMeaning[] {
  const isCounted = countedIn(context.slots);
  const near = meanings.filter(({ fits }) => fits.some((fit) => !hasFarValue(fit, context)));
  return nearestOf(
    near.length > 0 ? near : meanings,
    (meaning) => targetsOf(meaning, context, isCounted),
    context,
    () => '',
  );
}

/** "Customers in Oslo" live there; that they have orders of stores in Oslo has to be said. */
function hasFarValue({ piece, choices }: Fit, { slots, members }: ChoosingContext): boolean {
  return slots.some((slot, index) => {
    const choice = choices[index];
    if (slot.role !== 'filter' || slot.mention || !choice) return false;
    const measures = slots.map(({ role }, at) => ({ slot: slots[at] ?? slot, role, choice: choices[at] ?? choice }));
    const counted = measures.filter(({ role }) => role === 'measure');
    const grouped = { piece, choices: [...counted.map((one) => one.choice), choice] };
    return members.rowsOf(grouped, [...counted.map((one) => one.slot), { ...slot, role: 'grouping' }]) === 'repeated';
  });
}

/** Leaves, among meanings that are alike but for a part, those whose part is in the nearest pieces. */
function nearestOf(
  meanings: readonly FitMeaning[],
  partOf: (meaning: FitMeaning) => string,
  context: ChoosingContext,
  restOf: (meaning: FitMeaning) => string,
): readonly FitMeaning[] {
  const rankOf = ({ fits }: FitMeaning) => Math.min(...fits.map(({ piece }) => distanceOf(piece, context)));
  return [...Map.groupBy(meanings, restOf).values()].flatMap((alike) => {
    const parts = [...Map.groupBy(alike, partOf).values()];
    const ranks = parts.map((part) => Math.min(...part.map(rankOf)));
    return parts.filter((_, index) => ranks[index] === Math.min(...ranks)).flat();
  });
}

function targetsOf({ fits: [fit] }: FitMeaning, { slots }: ChoosingContext, accepts: (slot: Slot) => boolean): string {
  return JSON.stringify(
    slots.flatMap((slot, index) => {
      const choice = fit?.choices[index];
      return choice && accepts(slot) ? [[choice.target, choice.granularity, choice.values?.toSorted()]] : [];
    }),
  );
}

/** Measures, or what is listed when there are none. */
function countedIn(slots: readonly Slot[]): (slot: Slot) => boolean {
  const hasMeasures = slots.some(({ role }) => role === 'measure');
  const listed = slots.find(({ role }) => role === 'grouping');
  return (slot) => (hasMeasures ? slot.role === 'measure' : slot === listed);
}

const isUnnamedTime = ({ role, mention }: Slot): boolean => role === 'time' && !mention;

function firstDifference(fits: readonly Fit[]): number {
  const [first, ...others] = fits;
  const index = first?.choices.findIndex(({ target, granularity, values }, at) =>
    others.some(({ choices }) => {
      const other = choices[at];
      return other?.target !== target || other.granularity !== granularity || String(other.values) !== String(values);
    }),
  );
  return Math.max(index ?? 0, 0);
}

function distanceOf(piece: string, { preferred, members }: ChoosingContext): number {
  if (preferred.has(piece)) return 0;
  return members.piece(piece)?.type === 'view' ? 1 : 2;
}

function nearest(fits: readonly Fit[], context: ChoosingContext): Fit {
  const [fit] = fits.toSorted((a, b) => distanceOf(a.piece, context) - distanceOf(b.piece, context));
  if (!fit) throw new Error('there is at least one fit');
  return fit;
}

function choosePiece(fits: readonly Fit[], context: ChoosingContext): ChosenFit {
  const again = fits.find(({ piece }) => piece === context.former);
  const isFiltered = (fit: Fit) => context.members.rowsOf(fit, context.slots) === 'filtered';
  const [filtered, open] = [fits.filter(isFiltered), fits.filter((fit) => !isFiltered(fit))];
  if (!again && !fits.some((fit) => isNamed(fit, context)) && filtered.length > 0 && open.length > 0)
    return { kind: 'pieces', fits: [filtered, open].map((some) => nearest(some, context)) };
  const fit = again ?? nearest(fits, context);
  return { kind: 'one', fit, notes: notesOf(fit, context) };
}

/** One cube or view for each place where rows start; views first. */
function askForPiece(fits: readonly Fit[], context: ChoosingContext): ChosenFit {
  const { members } = context;
  const homeOf = ({ piece: name }: Fit) => {
    const piece = members.piece(name);
    return piece && members.homeOf(piece);
  };
  const distances = fits.map(({ piece }) => distanceOf(piece, context));
  const views = fits.filter(({ piece }) => members.piece(piece)?.type === 'view');
  const byHome = Map.groupBy(views.length > 0 && Math.min(...distances) < 2 ? views : fits, homeOf);
  return { kind: 'pieces', fits: [...byHome.values()].map((group) => nearest(group, context)) };
}

function notesOf(fit: Fit, { members, slots }: ChoosingContext): readonly string[] {
  const title = members.piece(fit.piece)?.title ?? fit.piece;
  const [first] = fit.choices;
  const counted = fit.choices
    .filter(({ kind, target }, index) => kind === 'measure' && (index === 0 || target !== first?.target))
    .map((one) => one.title);
  const what = counted.join(' and ') || (first?.title ?? '');
  switch (members.rowsOf(fit, slots)) {
    case 'lost': {
      const others = fit.choices.filter(({ kind, target }) => kind === 'measure' && isElsewhere(target, fit, members));
      const names = others.length > 0 ? others.map((one) => one.title).join(' and ') : what;
      return [`${names} is counted over the rows of ${title}.`];
    }
    case 'repeated':
      return [`What ${what} counts may be in several groups.`];
    case 'filtered':
      return [`${title} leaves rows out by its default filters.`];
    default:
      return [];
  }
}

function isElsewhere(target: string, { piece: name }: Fit, members: PieceMembers): boolean {
  const piece = members.piece(name);
  return piece !== undefined && members.homeOf(piece) !== ownerOf(target);
}
