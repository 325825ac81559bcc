import type { RowsInQuery } from '@orrery/semantic';
import type { SlotChoice, ChosenFit, Fit, NeededKey, PieceMembers, Slot } from '../fit/index.ts';
import type { AnalysisOutcome } from '../outcome.ts';
import { clean, listed, plain } from '../text/index.ts';
import { localName, ownerOf } from '../visible-model.ts';

/** More meanings than a person picks from. */
const mostChoices = 6;

/**
 * Offers the user a choice between several meanings. Each choice is the question with other words at the ambiguous
 * part, and is offered only if those words have that meaning.
 *
 * @param understand finds the answer to a choice; `undefined` when no choices are wanted
 */
export function clarify(
  question: string,
  slots: readonly Slot[],
  chosen: Exclude<ChosenFit, { readonly kind: 'one' }>,
  members: PieceMembers,
  understand: (choice: string) => AnalysisOutcome | undefined,
): AnalysisOutcome {
  if (chosen.kind === 'pieces') return askForPiece(question, slots, chosen.fits, members, understand);
  const slot = slots[chosen.slot];
  const all = chosen.fits.filter(
    (fit, index) => chosen.fits.findIndex((one) => meaning(one, chosen.slot) === meaning(fit, chosen.slot)) === index,
  );
  const fits = all.slice(0, mostChoices);
  const choices = fits.map((fit) => choiceFor(question, slot, fit, chosen.slot, members, understand));
  const meant = fits.map((fit) => meantBy(fit, chosen.slot, members));
  const isTrial = understand(question) === undefined;
  const others = all.length > fits.length ? [`${all.length - fits.length} others`] : [];
  const words = plain(slot?.words ?? '', 80);
  const isTime = slot?.role === 'time' && !slot.mention;
  const asked = isTime ? `Which time is meant with *${words}*` : doubtOf(slot?.words ?? '');
  const text = [
    `${asked}: ${listed([...meant, ...others], 'or')}?`,
    ...(isTrial ? [] : notOffered(choices, meant)),
  ].join(' ');
  return { kind: 'clarify', text, ...offered(choices.flat(), wordsInDoubt(question, slot)) };
}

function meantBy(fit: Fit, slot: number, members: PieceMembers): string {
  const { title = '', member = '' } = fit.choices[slot] ?? {};
  const owner = members.piece(ownerOf(member)) ?? members.piece(fit.piece);
  return `${plain(title, 80)} (${plain(owner?.title ?? fit.piece, 80)})`;
}

/** A question back offers the meaning that is wanted, or says that it does not. */
function notOffered(choices: readonly (readonly Offer[])[], meant: readonly string[]): readonly string[] {
  const missing = meant.filter((_, index) => choices[index]?.length === 0);
  if (missing.length === 0) return [];
  return [`The choices do not offer ${listed(missing, 'or')}: name the field by its view, as "view.field".`];
}

/** Asks whether rows are meant that are not all of those that a question counts, or are counted in several groups. */
function askForPiece(
  question: string,
  slots: readonly Slot[],
  fits: readonly Fit[],
  members: PieceMembers,
  understand: (choice: string) => AnalysisOutcome | undefined,
): AnalysisOutcome {
  const [first] = slots;
  const places = fits.slice(0, mostChoices).map((fit) => {
    const piece = members.piece(fit.piece);
    const title = clean(piece?.title ?? fit.piece, 80);
    return { fit, title, place: `in the ${title} ${piece?.type ?? 'view'}`, rows: members.rowsOf(fit, slots) };
  });
  const choices = places.flatMap(({ fit, place }): readonly Offer[] => {
    const choice = `${trimmed(question)} ${place}`;
    return isOf(understand(choice), fit.piece) ? [{ choice, meaning: `${first?.words} ${place}` }] : [];
  });
  const words = plain(first?.words ?? '', 80);
  const titles = places.map(({ title }) => plain(title, 80));
  const [only] = places;
  const text =
    only && places.length === 1
      ? `${onlyThere(only.rows, words, plain(only.title, 80))} Do you mean that?`
      : `*${words}* may differ between views. Which one: ${listed(titles, 'or')}?`;
  return { kind: 'clarify', text, ...offered(choices, first?.place && first.words) };
}

function onlyThere(rows: RowsInQuery, words: string, title: string): string {
  if (rows === 'repeated')
    return `What *${words}* counts may be in several of these groups, so that they add up to more than all of it.`;
  return `All parts of the question are only in ${title}, whose rows may leave out some of what *${words}* counts.`;
}

/** Requests a choice of names, where things with equal names cannot be told apart. */
export function askForNames(
  question: string,
  slots: readonly Slot[],
  fit: Fit,
  needed: readonly NeededKey[],
  members: PieceMembers,
  understand: (choice: string) => AnalysisOutcome | undefined,
): AnalysisOutcome {
  const [at = 0] = needed.map(({ slot }) => slot);
  const [slot, choice] = [slots[at], fit.choices[at]];
  const offers = choiceFor(question, slot, fit, at, members, understand);
  const [words, title] = [plain(slot?.words ?? '', 80), plain(choice?.title ?? '', 80)];
  const text = `Several of *${words}* may have the same ${title}, and you do not see the key that tells them apart. Do you mean a row for each ${title}?`;
  return { kind: 'clarify', text, ...offered(offers, wordsInDoubt(question, slot)) };
}

interface Offer {
  readonly choice: string;
  /** The meaning of the ambiguous words in this choice. */
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
  understand: (choice: string) => AnalysisOutcome | undefined,
): readonly Offer[] {
  const choice = fit.choices[at];
  if (!slot || !choice) return [];
  const owner = members.piece(ownerOf(choice.member)) ?? members.piece(fit.piece);
  const labels = labelsOf(choice, owner?.title ?? fit.piece);
  const written = labels.map((label) => ({ asked: withLabel(question, slot, label), meaning: labelled(slot, label) }));
  for (const { asked, meaning: replacement } of [...written, ...atEnd(question, slot, labels)]) {
    const outcome = understand(asked);
    if (outcome === undefined) return [];
    const isNext = outcome.kind === 'clarify' && isOther(outcome, slot, replacement);
    if (isNext || outcome.kind === 'lookup' || isFor(outcome, fit, at, slot, members))
      return [{ choice: asked, meaning: replacement }];
  }
  return [];
}

/** Whether a question back is about another part of the question than the one that a choice has settled. */
function isOther(
  { text }: Extract<AnalysisOutcome, { readonly kind: 'clarify' }>,
  slot: Slot,
  replacement: string,
): boolean {
  if (slot.role === 'time') return false;
  const [label = ''] = replacement.replace(/^where /, '').split(/ (?:is )?"/);
  return !text.startsWith(`${doubtOf(label)}`);
}

const doubtOf = (words: string): string => `What is meant with *${plain(words, 80)}*`;

/** Writes a value with its field behind the question, where the value alone would have no clear meaning. */
function atEnd(question: string, slot: Slot, labels: readonly string[]) {
  if (slot.role !== 'filter' || slot.mention || !slot.place) return [];
  const [start, end] = slot.place;
  const before = question.slice(0, start).replace(/\s+(?:in|from|for|at|with|of)\s+["“«'‘]?$/iu, ' ');
  const rest = trimmed(`${before}${question.slice(end).replace(/^["”»'’]/, '')}`);
  return labels.map((label) => {
    const meaning = `where ${labelled(slot, label).replace(`${label} `, `${label} is `)}`;
    return { asked: `${rest} ${meaning}`, meaning };
  });
}

/** Names of a member, short ones first. */
function labelsOf({ title, target, member }: SlotChoice, pieceTitle: string): readonly string[] {
  const behind = `${ownerOf(target)} ${localName(target)}`.replaceAll('_', ' ');
  return [...new Set([title, `${pieceTitle} ${title}`, behind, member].map((label) => clean(label, 80)))];
}

function withLabel(question: string, slot: Slot, label: string): string {
  if (slot.role === 'time' && !slot.mention) return withTime(question, label);
  const [start, end] = slot.place ?? [question.length, question.length];
  const isValue = slot.role === 'filter' && !slot.mention;
  const before = isValue ? question.slice(0, start).replace(/["“«'‘]$/, '') : question.slice(0, start);
  const after = isValue ? question.slice(end).replace(/^["”»'’]/, '') : question.slice(end);
  return `${before}${labelled(slot, label)}${after}`;
}

/** Writes the text that replaces the ambiguous words. */
function labelled({ role, mention, values, words }: Slot, label: string): string {
  if (role === 'time' && !mention) return withTime(words, label);
  return role === 'filter' && !mention ? `${label} "${values?.[0]?.words.replaceAll('"', '') ?? ''}"` : label;
}

/** The question with the time that it does not name. */
export function withTime(question: string, time: string): string {
  return `${trimmed(question)} using ${time}`;
}

function isFor(outcome: AnalysisOutcome, fit: Fit, at: number, { role }: Slot, members: PieceMembers): boolean {
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

function isOf(outcome: AnalysisOutcome | undefined, piece: string): boolean {
  return outcome?.kind === 'lookup' || (outcome?.kind === 'query' && outcome.analysis.piece === piece);
}

/** A question without the sign at its end, to go on writing. */
export function trimmed(question: string): string {
  let end = question.length;
  while (end > 0 && ' ?!.\n\t'.includes(question[end - 1] ?? '-')) end -= 1;
  return question.slice(0, end);
}
