import type { PieceMembers } from './piece-members.ts';
import { ownerOf } from '../visible-model.ts';
import type { Fit } from './slot.ts';

export type Chosen =
  | { readonly kind: 'one'; readonly fit: Fit; readonly notes: readonly string[] }
  /** Fits of equal rank that mean different things at this slot. */
  | { readonly kind: 'several'; readonly fits: readonly Fit[]; readonly slot: number }
  /** The same definitions, counted over rows that start elsewhere. */
  | { readonly kind: 'pieces'; readonly fits: readonly Fit[] };

/**
 * Picks the fit of a question. One that is worse at a slot and nowhere better is out. Where what is left means the same
 * definitions, it is asked where their rows start, as nothing is missing there; views come before cubes otherwise.
 *
 * @param fits at least one
 * @param former the piece of the question before
 */
export function chooseFit(fits: readonly Fit[], members: PieceMembers, former: string | undefined): Chosen {
  const best = fits.filter((fit) => !fits.some((other) => isBetter(other, fit)));
  const ofViews = best.filter(({ piece }) => members.piece(piece)?.type === 'view');
  const alike = Map.groupBy(best, meaningOf);
  const meanings = alike.size > 1 && ofViews.length > 0 ? Map.groupBy(ofViews, meaningOf) : alike;
  if (meanings.size > 1) {
    const several = [...meanings.values()].flatMap((group) => group.slice(0, 1));
    return { kind: 'several', fits: several, slot: firstDifference(several) };
  }
  const [meaning = ''] = [...meanings.keys()];
  return choosePiece(alike.get(meaning) ?? [], members, former);
}

function isBetter(a: Fit, b: Fit): boolean {
  const differences = a.choices.map(({ fit }, index) => fit - (b.choices[index]?.fit ?? 0));
  return differences.every((one) => one >= 0) && differences.some((one) => one > 0);
}

function meaningOf({ choices }: Fit): string {
  return JSON.stringify(choices.map(({ target, granularity, values }) => [target, granularity, values?.toSorted()]));
}

function firstDifference(fits: readonly Fit[]): number {
  const [first, ...others] = fits;
  const index = first?.choices.findIndex(({ target, granularity }, at) =>
    others.some(({ choices }) => choices[at]?.target !== target || choices[at]?.granularity !== granularity),
  );
  return Math.max(index ?? 0, 0);
}

function choosePiece(fits: readonly Fit[], members: PieceMembers, former: string | undefined): Chosen {
  const homeOf = ({ piece: name }: Fit) => {
    const piece = members.piece(name);
    return piece && members.homeOf(piece);
  };
  const isView = ({ piece }: Fit) => members.piece(piece)?.type === 'view';
  const again = fits.find(({ piece }) => piece === former);
  if (again) return { kind: 'one', fit: again, notes: [] };
  const atHome = fits.filter((fit) => homeOf(fit) === ownerOf(fit.choices[0]?.target ?? ''));
  const home = atHome.find(isView) ?? atHome[0];
  if (home) return { kind: 'one', fit: home, notes: [] };
  const views = fits.filter(isView);
  const elsewhere = views.length > 0 ? views : fits;
  const byHome = Map.groupBy(elsewhere, homeOf);
  if (byHome.size > 1) return { kind: 'pieces', fits: [...byHome.values()].flatMap((group) => group.slice(0, 1)) };
  const [fit] = elsewhere;
  if (!fit) throw new Error('there is at least one fit');
  return { kind: 'one', fit, notes: fit.choices[0]?.kind === 'measure' ? [noteOf(fit, members)] : [] };
}

function noteOf(fit: Fit, members: PieceMembers): string {
  const title = members.piece(fit.piece)?.title ?? fit.piece;
  return `${fit.choices[0]?.title ?? ''} is counted over the rows of ${title}.`;
}
