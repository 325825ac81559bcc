import { type Instant, instantToClock, parseZone, startOfUnit } from '@orrery/semantic';
import { findCertified } from './certified/index.ts';
import {
  chooseFit,
  findFits,
  type Fit,
  KnownValues,
  lookupsFor,
  PieceMembers,
  namesFor,
  type Slot,
  slotsOf,
  withKeys,
} from './fit/index.ts';
import { type Continued, continueFrom, startsAnew } from './follow/index.ts';
import { answerMetadata } from './metadata/index.ts';
import { hasOwnMeaning, withMeanings } from './meanings/index.ts';
import { NameIndex } from './names/index.ts';
import type { QuestionContext, AnalysisOutcome } from './outcome.ts';
import {
  type QuestionFault,
  grains,
  type QuestionGrouping,
  QuestionReader,
  type ParsedQuestion,
  Sentence,
} from './read/index.ts';
import { clean, listed, plain, type QuestionToken, tokensOf } from './text/index.ts';
import { targetOf, type VisibleModel, type VisiblePiece } from './visible-model.ts';
import {
  askForNames,
  clarify,
  describeQuery,
  explainNoFit,
  faultsOf,
  notesOf,
  trimmed,
  type Understood,
  withhold,
  withTime,
} from './write/index.ts';

/** The maximum length of a question, as in the body of a chat request. */
const maxCharacters = 32_000;
/** A question of more words is text or code; bounds the work of everything after. */
const maxTokens = 120;

/**
 * Turns a question into a query over what its caller may see, or says why not. Each word of the question is part of a
 * name, a period, a value or a known phrase; one that is not withholds the answer.
 *
 * @throws RangeError when `timezone` is not the name of a zone
 *
 * Cost: members of the model + words of the question × cubes and views.
 */
export function analyse(question: string, given: QuestionContext): AnalysisOutcome {
  const certified = question.length > maxCharacters ? undefined : findCertified(question, given.certified ?? []);
  if (certified) {
    const { sql, name, userRequest, description = '' } = certified;
    return { kind: 'statement', sql, name, title: clean(userRequest), description: clean(description) };
  }
  const analyst = new Analyst(given);
  const outcome = analyst.analyse(question);
  return given.meanings ? withMeanings(question, outcome, given.meanings, analyst) : outcome;
}

class Analyst {
  readonly #given: QuestionContext;
  readonly #index: NameIndex;
  readonly #members: PieceMembers;
  readonly #values: KnownValues;
  readonly #preferred: ReadonlySet<string>;

  constructor(given: QuestionContext) {
    this.#given = given;
    this.#index = new NameIndex(given.model);
    const members = new PieceMembers(given.model, given.rows);
    this.#members = members;
    this.#preferred = new Set(given.preferred);
    this.#values = new KnownValues(given.values ?? [], (name) => {
      const dimension = members.dimension(name);
      return dimension ? targetOf(dimension) : name;
    });
  }

  readonly understand = (question: string): AnalysisOutcome => this.analyse(question);

  readonly hasOwnMeaning = (term: string): boolean => hasOwnMeaning(term, this.#index);

  /** @param isTrial checks whether a choice has an answer; makes no choices of its own */
  analyse(question: string, isTrial = false): AnalysisOutcome {
    const { model } = this.#given;
    if (question.length > maxCharacters) return tooLong(`more than ${maxCharacters} characters`);
    const tokens = tokensOf(question);
    if (tokens.length === 0) return nothingAsked();
    if (tokens.length > maxTokens) return tooLong(`more than ${maxTokens} words and signs`);
    const metadata = answerMetadata(tokens, model, this.#index, this.#preferred);
    if (metadata) return this.#keepPrevious(metadata);
    const read = this.#read(question, tokens);
    const outcome = this.#outcomeOf(question, read, isTrial);
    return startsAnew(read) ? outcome : this.#keepPrevious(outcome);
  }

  #keepPrevious(outcome: AnalysisOutcome): AnalysisOutcome {
    const { previous } = this.#given;
    return outcome.kind === 'query' || previous === undefined ? outcome : { ...outcome, previous };
  }

  #outcomeOf(question: string, read: ParsedQuestion, isTrial: boolean): AnalysisOutcome {
    const { model, previous } = this.#given;
    const continued = continueFrom(read, previous, model, this.#members);
    const { reading } = continued;
    if (reading.faults.length > 0) return withhold(reading.faults, model);
    if (reading.measures.length === 0 && !(reading.isList && reading.groupings.length > 0))
      return this.#noMeasure(question, reading, isTrial);
    return this.#fit(question, continued, isTrial);
  }

  #read(question: string, tokens: readonly QuestionToken[]): ParsedQuestion {
    const { now, timezone, previous } = this.#given;
    const zone = parseZone(timezone);
    if (!zone) throw new RangeError(`'${clean(timezone, 60)}' is not the name of a time zone`);
    const today = startOfUnit('day', instantToClock(zone, now.getTime() as Instant));
    const sentence = new Sentence(question, tokens, this.#index, { today });
    return new QuestionReader(sentence, previous !== undefined).read();
  }

  #fit(question: string, continued: Continued, isTrial: boolean): AnalysisOutcome {
    const { model, timezone } = this.#given;
    const { reading, formerFilters, former } = continued;
    const [members, values] = [this.#members, this.#values];
    const slots = slotsOf(reading, formerFilters);
    const pieces = this.#piecesFor(reading);
    const withoutValues = slots.filter(({ role }) => role !== 'filter');
    const candidates = findFits(withoutValues, pieces, members, values);
    const asUnits = candidates.length === 0 ? withUnits(reading) : undefined;
    if (asUnits) return this.#fit(question, { ...continued, reading: asUnits }, isTrial);
    if (candidates.length === 0) return withhold([explainNoFit(withoutValues, pieces, members, values)], model);
    const measuresIn = ({ choices }: Fit) =>
      choices.filter(({ kind }) => kind === 'measure').map(({ member }) => member);
    const isNamed = ({ name }: VisiblePiece) =>
      reading.pieces.length > 0 || (former?.isNamed === true && former.piece === name);
    const context = { slots, members, preferred: this.#preferred, former: former?.piece, isNamed };
    const fitsOf = (wanted: readonly Slot[]) =>
      findFits(wanted, pieces, members, values).filter((fit) => members.rowsOf(fit, wanted) !== 'none');
    // Fields of pieces that have all rows are searched first: those of others only matter when these have no such value.
    const whole = candidates.filter((fit) => ['all', 'filtered'].includes(members.rowsOf(fit, withoutValues)));
    let fits: readonly Fit[] = [];
    for (const searched of whole.length > 0 && whole.length < candidates.length ? [whole, candidates] : [candidates]) {
      const lookups = lookupsFor(slots, searched, measuresIn, members, values);
      if (lookups.tooMany.length > 0) return sayWhichField(lookups.tooMany, model);
      if (lookups.wanted.length > 0) return { kind: 'lookup', wanted: lookups.wanted, names: [] };
      fits = fitsOf(slots);
      if (fits.length > 0) break;
    }
    if (fits.length === 0) return this.#noValue(slots, pieces);
    const isUnderstood = (choice: string) => (isTrial ? undefined : this.analyse(choice, true));
    const picked = chooseFit(fits, context);
    if (picked.kind !== 'one') {
      const faults = faultsOfAll(picked.fits, (fit) => faultsOf(reading, { slots, fit }, members));
      if (faults.length > 0) return withhold(faults, model);
      const [first] = picked.fits;
      const time = first && picked.kind === 'pieces' ? otherTime(first, slots) : -1;
      if (first && time >= 0) return askForTime(question, first, time);
      return clarify(question, slots, picked, members, isUnderstood);
    }
    const faults = faultsOf(reading, { slots, fit: picked.fit }, members);
    if (faults.length > 0) return withhold(faults, model);
    const names = namesFor(picked.fit, slots, members, this.#given.names ?? []);
    if (names.wanted.length > 0) return { kind: 'lookup', wanted: [], names: names.wanted };
    const keyed =
      names.needed.length === 0 ? [picked.fit] : fits.flatMap((fit) => withKeys(fit, names.needed, members));
    const chosen = keyed.length > 0 ? chooseFit(keyed, context) : undefined;
    if (chosen?.kind !== 'one') return askForNames(question, slots, picked.fit, names.needed, members, isUnderstood);
    const other = otherTime(chosen.fit, slots);
    if (other >= 0) return askForTime(question, chosen.fit, other);
    const { period, rank } = reading;
    const understood: Understood = {
      slots,
      fit: chosen.fit,
      timezone,
      isNamed: pieces.some((piece) => piece.name === chosen.fit.piece && isNamed(piece)),
      ...(period ? { period } : {}),
      ...(rank ? { rank: settleRank(reading, rank) } : {}),
    };
    const source = members.piece(chosen.fit.piece);
    if (!source) throw new Error('a fit names a piece of the model');
    return describeQuery(understood, { name: source.name, title: source.title }, [
      ...notesOf(continued, understood, members, this.#given.names ?? []),
      ...chosen.notes,
    ]);
  }

  #piecesFor({ pieces }: ParsedQuestion): readonly VisiblePiece[] {
    return this.#members.pieces.filter(({ name }) =>
      pieces.every(({ entries }) => entries.some((entry) => entry.piece === name)),
    );
  }

  /** Offers measures for what the question names without saying what of it is wanted. */
  #noMeasure(question: string, reading: ParsedQuestion, isTrial: boolean): AnalysisOutcome {
    const { filters, flags, groupings, pieces, time, rank } = reading;
    const mentioned = [
      ...(time ? [time] : []),
      ...flags,
      ...pieces,
      ...groupings.flatMap((one) => (one.kind === 'member' ? [one.mention] : [])),
    ];
    const values = filters.flatMap((filter) => filter.values.map(({ words }) => ({ words })));
    if (values.length > 0) return withhold(values, this.#given.model);
    const named = mentioned.map(({ words }) => words);
    const measures = this.#measuresNear(
      named.length > 0 ? mentioned.flatMap(({ entries }) => entries.map(({ piece }) => piece)) : [],
    );
    const about = named.length > 0 ? ` about ${listed(named.map((words) => `*${plain(words, 60)}*`))}` : '';
    const offered = measures.length > 0 ? ` There are ${listed(measures.map((title) => plain(title, 60)))}.` : '';
    const text = `Which measure do you want to know${about}?${offered}`;
    const asked = measures.map((title) => (rank ? `${trimmed(question)} by ${title}` : `${title} ${question.trim()}`));
    const isUnderstood = (choice: string) => ['query', 'lookup'].includes(this.analyse(choice, true).kind);
    const choices = isTrial || groupings.length === 0 ? [] : asked.filter(isUnderstood);
    if (choices.length > 1) return { kind: 'clarify', text: `Which measure do you want to know${about}?`, choices };
    return { kind: 'withheld', text, words: named.map((words) => clean(words, 80)) };
  }

  #measuresNear(pieces: readonly string[]): readonly string[] {
    const named = this.#members.pieces.filter(({ name }) => pieces.length === 0 || pieces.includes(name));
    const distance = ({ name, type }: VisiblePiece) => (this.#preferred.has(name) ? 0 : type === 'view' ? 1 : 2);
    const found = named.toSorted((a, b) => distance(a) - distance(b));
    return [
      ...new Set(found.flatMap(({ measures }) => measures.map((measure) => this.#members.titleOf(measure)))),
    ].slice(0, 8);
  }

  /** Reports the values that no field has, or two values that do not go together. */
  #noValue(slots: readonly Slot[], pieces: readonly VisiblePiece[]): AnalysisOutcome {
    const [members, values] = [this.#members, this.#values];
    const others = slots.filter(({ role }) => role !== 'filter');
    const missing = slots.filter(
      (slot) => slot.role === 'filter' && findFits([...others, slot], pieces, members, values).length === 0,
    );
    if (missing.length === 0) return withhold([explainNoFit(slots, pieces, members, values)], this.#given.model);
    const faults = missing.flatMap((slot): readonly QuestionFault[] => {
      const of = slot.mention ? plain(slot.mention.words, 60) : undefined;
      const reason = of === undefined ? undefined : `${of} has no such value`;
      return (slot.values ?? []).map(({ words }) => (reason === undefined ? { words } : { words, reason }));
    });
    return withhold(faults, this.#given.model);
  }
}

/** Lists the obstacle of each of several fits. */
function faultsOfAll(
  fits: readonly Fit[],
  faultsOfFit: (fit: Fit) => readonly QuestionFault[],
): readonly QuestionFault[] {
  const faults = fits.map(faultsOfFit);
  return faults.every((some) => some.length > 0) ? (faults[0] ?? []) : [];
}

/** The slot of a time of other rows than those of the measures. */
function otherTime({ choices }: Fit, slots: readonly Slot[]): number {
  return choices.findIndex(({ fit }, index) => slots[index]?.role === 'time' && fit === 1);
}

function sayWhichField(words: readonly string[], model: VisibleModel): AnalysisOutcome {
  const reason = 'say which field it is a value of, as "status is completed"';
  return withhold(
    words.map((each) => ({ words: each, reason })),
    model,
  );
}

/** Asks whether a time of other rows than those of the measures is meant. */
function askForTime(question: string, { choices }: Fit, at: number): AnalysisOutcome {
  const title = choices[at]?.title ?? '';
  const measures = listed(choices.filter(({ kind }) => kind === 'measure').map((one) => plain(one.title, 80)));
  const text = `${measures} has no time of its own here; the period would be one of ${plain(title, 80)}. Do you mean that?`;
  return { kind: 'clarify', text, choices: [withTime(question, title)] };
}

/** A dimension called as a unit of time is what a question groups by, unless only the unit fits. */
function withUnits(reading: ParsedQuestion): ParsedQuestion | undefined {
  const asUnit = (one: QuestionGrouping): QuestionGrouping => {
    const unit = one.kind === 'member' ? grains.get(one.mention.words.toLowerCase()) : undefined;
    return unit === undefined || one.kind === 'grain'
      ? one
      : { kind: 'grain', granularity: unit, words: one.mention.words };
  };
  const groupings = reading.groupings.map(asUnit);
  const isChanged = groupings.some((one, index) => one !== reading.groupings[index]);
  return isChanged && groupings.filter(({ kind }) => kind === 'grain').length === 1
    ? { ...reading, groupings }
    : undefined;
}

/** "Which store has the highest revenue" asks for one. */
function settleRank(
  reading: ParsedQuestion,
  rank: NonNullable<ParsedQuestion['rank']>,
): NonNullable<ParsedQuestion['rank']> {
  const [grouping] = reading.groupings;
  if (!reading.isList || rank.limit !== undefined || !grouping) return rank;
  const words = grouping.kind === 'grain' ? grouping.words : grouping.mention.words;
  const last = tokensOf(words).at(-1);
  return last !== undefined && last.folded === last.key ? { ...rank, limit: 1 } : rank;
}

function tooLong(what: string): AnalysisOutcome {
  const text = `The question has ${what}. Ask it in one short sentence, as "orders per month in 2026".`;
  return { kind: 'withheld', text, words: [] };
}

function nothingAsked(): AnalysisOutcome {
  return { kind: 'withheld', text: 'There is no question. "What can I ask?" lists what there is.', words: [] };
}
