import type { Choice, Chosen, Fit, PieceMembers, Slot } from '../fit/index.ts';
import type { Outcome } from '../outcome.ts';
import { clean, listed, plain } from '../text/index.ts';
import { localName, ownerOf } from '../visible-model.ts';

/** More meanings than a person picks from. */
const mostChoices = 6;

/**
 * Asks which of several meanings is wanted. Each choice is the question with other words at the place in doubt, and is
 * offered only if it is then understood as that meaning.
 *
 * @param understand what a choice would be answered with; `undefined` when no choices are wanted
 */
export function clarify(
  question: string,
  slots: readonly Slot[],
  chosen: Exclude<Chosen, { readonly kind: 'one' }>,
  members: PieceMembers,
  understand: (choice: string) => Outcome | undefined,
): Outcome {
  const titleOf = ({ piece }: Fit) => members.piece(piece)?.title ?? piece;
  if (chosen.kind === 'pieces') {
    const [first] = slots;
    const choices = chosen.fits.slice(0, mostChoices).flatMap((fit): readonly Offer[] => {
      const place = `in the ${clean(titleOf(fit), 80)} view`;
      const choice = `${trimmed(question)} ${place}`;
      return isOf(understand(choice), fit.piece) ? [{ choice, meaning: `${first?.words} ${place}` }] : [];
    });
    const titles = listed(
      chosen.fits.slice(0, mostChoices).map((fit) => plain(titleOf(fit), 80)),
      'or',
    );
    const words = plain(first?.words ?? '', 80);
    const text = `*${words}* may differ between views. Which one: ${titles}?`;
    return { kind: 'clarify', text, ...offered(choices, first?.place && first.words) };
  }
  const slot = slots[chosen.slot];
  const fits = chosen.fits
    .filter(
      (fit, index, all) => all.findIndex((one) => meaning(one, chosen.slot) === meaning(fit, chosen.slot)) === index,
    )
    .slice(0, mostChoices);
  const choices = fits.flatMap((fit) => choiceFor(question, slot, fit, chosen.slot, members, understand));
  const meant = fits.map((fit) => `${plain(fit.choices[chosen.slot]?.title ?? '', 80)} (${plain(titleOf(fit), 80)})`);
  const words = plain(slot?.words ?? '', 80);
  const isTime = slot?.role === 'time' && !slot.mention;
  const asked = isTime ? `Which time is meant with *${words}*` : `What is meant with *${words}*`;
  const text = `${asked}: ${listed(meant, 'or')}?`;
  return { kind: 'clarify', text, ...offered(choices, wordsInDoubt(question, slot)) };
}

interface Offer {
  readonly choice: string;
  /** What the words in doubt become in it. */
  readonly meaning: string;
}

function offered(offers: readonly Offer[], doubt: string | undefined) {
  const choices = offers.map(({ choice }) => choice);
  const isNamed = doubt !== undefined && doubt !== '' && choices.length > 0;
  return {
    choices,
    ...(isNamed ? { doubt: { words: doubt, meanings: offers.map(({ meaning: words }) => words) } } : {}),
  };
}

/** The words that a choice replaces; none for a time that only follows from a period, and for what an earlier question said. */
function wordsInDoubt(question: string, slot: Slot | undefined): string | undefined {
  if (slot?.role === 'time' && !slot.mention) return slot.granularity === undefined ? undefined : slot.words;
  return slot?.place && question.slice(...slot.place);
}

function meaning({ choices }: Fit, slot: number): string {
  return `${choices[slot]?.target} ${choices[slot]?.granularity ?? ''}`;
}

function choiceFor(
  question: string,
  slot: Slot | undefined,
  fit: Fit,
  at: number,
  members: PieceMembers,
  understand: (choice: string) => Outcome | undefined,
): readonly Offer[] {
  const pieceTitle = members.piece(fit.piece)?.title ?? fit.piece;
  const choice = fit.choices[at];
  if (!slot || !choice) return [];
  for (const label of labelsOf(choice, pieceTitle)) {
    const [asked, replacement] = [withLabel(question, slot, label), labelled(slot, label)];
    const outcome = understand(asked);
    if (outcome === undefined) return [];
    if (outcome.kind === 'lookup' || isFor(outcome, fit, at, slot, members))
      return [{ choice: asked, meaning: replacement }];
  }
  return [];
}

/** Names of a member, short ones first. */
function labelsOf({ title, target, member }: Choice, pieceTitle: string): readonly string[] {
  const behind = `${ownerOf(target)} ${localName(target)}`.replaceAll('_', ' ');
  return [title, `${pieceTitle} ${title}`, behind, member].map((label) => clean(label, 80));
}

function withLabel(question: string, slot: Slot, label: string): string {
  if (slot.role === 'time' && !slot.mention) return withTime(question, label);
  const [start, end] = slot.place ?? [question.length, question.length];
  const isValue = slot.role === 'filter' && !slot.mention;
  const before = isValue ? question.slice(0, start).replace(/["“«'‘]$/, '') : question.slice(0, start);
  const after = isValue ? question.slice(end).replace(/^["”»'’]/, '') : question.slice(end);
  return `${before}${labelled(slot, label)}${after}`;
}

/** What stands in place of the words in doubt. */
function labelled({ role, mention, values, words }: Slot, label: string): string {
  if (role === 'time' && !mention) return withTime(words, label);
  return role === 'filter' && !mention ? `${label} "${values?.[0]?.words.replaceAll('"', '') ?? ''}"` : label;
}

/** The question with the time that it does not name. */
export function withTime(question: string, time: string): string {
  return `${trimmed(question)} using ${time}`;
}

function isFor(outcome: Outcome, fit: Fit, at: number, { role }: Slot, members: PieceMembers): boolean {
  if (outcome.kind !== 'query') return false;
  const { analysis } = outcome;
  const wanted = fit.choices[at];
  if (!wanted) return false;
  const groupings = analysis.groupings.map(({ member }) => member);
  const filters = analysis.filters.map(({ member }) => member);
  const used = {
    measure: analysis.measures,
    grouping: groupings,
    flag: [...analysis.segments, ...groupings, ...filters],
    filter: filters,
    time: [...groupings, ...(analysis.period ? [analysis.period.dimension] : [])],
  }[role];
  return used.some((member) => members.targetOf(member) === wanted.target);
}

function isOf(outcome: Outcome | undefined, piece: string): boolean {
  return outcome?.kind === 'lookup' || (outcome?.kind === 'query' && outcome.analysis.piece === piece);
}

/** A question without the sign at its end, to go on writing. */
export function trimmed(question: string): string {
  let end = question.length;
  while (end > 0 && ' ?!.\n\t'.includes(question[end - 1] ?? '-')) end -= 1;
  return question.slice(0, end);
}
