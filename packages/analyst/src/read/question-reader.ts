import type { FoundName, NameEntry } from '../names/index.ts';
import type { FoundPeriod, Period } from '../period/index.ts';
import type { QuestionToken } from '../text/index.ts';
import { glue, grains, ofModel, type PhraseMeaning, references, refused } from './known-words.ts';
import type { Sentence } from './sentence.ts';
import type {
  QuestionFault,
  QuestionGrouping,
  Mention,
  Rank,
  ParsedQuestion,
  ValueFilter,
  ValueWords,
} from './reading.ts';

/** The role of the next name: a grouping, an order, or any role that it can have. */
type Expected = 'any' | 'grouping' | 'order';

/** Reads a question from its first word to the last. Each word becomes part of the reading or a fault. */
export class QuestionReader {
  readonly #measures: Mention[] = [];
  readonly #groupings: QuestionGrouping[] = [];
  readonly #filters: ValueFilter[] = [];
  readonly #flags: Mention[] = [];
  readonly #pieces: Mention[] = [];
  readonly #faults: QuestionFault[] = [];
  readonly #notes: string[] = [];
  #time: Mention | undefined;
  #period: Period | undefined;
  #rank: Rank | undefined;
  #cue: ParsedQuestion['cue'] = 'none';
  #asksCount = false;
  #asksTotal = false;
  readonly #aggregates: { words: string; type: string }[] = [];
  /** The groupings that measures would be: `stores` in "stores by revenue". */
  readonly #asGroupings = new Map<Mention, Mention>();
  #isList = false;
  #expected: Expected = 'any';
  /** The grouping or measure that ended at the token before, without "and" or a comma since. */
  #adjacent: 'grouping' | 'measure' | undefined;
  #saysOr = false;
  #at = 0;

  readonly #sentence: Sentence;
  readonly #hasPrevious: boolean;

  constructor(sentence: Sentence, hasPrevious: boolean) {
    this.#sentence = sentence;
    this.#hasPrevious = hasPrevious;
  }

  read(): ParsedQuestion {
    while (this.#at < this.#sentence.tokens.length) this.#readNext();
    this.#settleTimes();
    this.#countFlagged();
    return {
      measures: this.#measures,
      groupings: this.#groupings,
      filters: this.#filters,
      flags: this.#flags,
      pieces: this.#pieces,
      ...(this.#time ? { time: this.#time } : {}),
      ...(this.#period ? { period: this.#period } : {}),
      ...(this.#rank ? { rank: this.#rank } : {}),
      asksCount: this.#asksCount,
      asksTotal: this.#asksTotal,
      aggregates: this.#aggregates,
      isList: this.#isList,
      cue: this.#cue,
      faults: this.#faults,
      notes: this.#notes,
    };
  }

  /** "How many guest orders" counts orders, those that `Guest Order` is true for; so does a segment `Guest Orders`. */
  #countFlagged(): void {
    if (this.#measures.length > 0 || this.#isList || this.#hasPrevious) return;
    for (const { entries, place } of this.#flags) {
      if (!place || !entries.some(({ kind, type }) => type === 'boolean' || kind === 'segment')) continue;
      const at = this.#sentence.tokens.findIndex(({ end }) => end === place[1]);
      if (this.#sentence.tokens[at]?.start === place[0]) continue;
      const counted = this.#sentence.nameAt(at)?.entries.filter(({ kind }) => kind === 'measure') ?? [];
      if (counted.length > 0) this.#measures.push(this.#sentence.mention(at, 1, counted));
    }
  }

  /** "By order time, by month" has one grouping: by the month of the order time. */
  #settleTimes(): void {
    const grains = this.#groupings.filter(({ kind }) => kind === 'grain');
    for (const { words } of grains.slice(1).flatMap((one) => (one.kind === 'grain' ? [one] : []))) {
      this.#faults.push({ words, reason: 'I group by one unit of time' });
    }
    const at = this.#groupings.findIndex((one) => one.kind === 'member' && isTime(one.mention));
    const grouping = this.#groupings[at];
    if (grouping?.kind !== 'member' || this.#time || grains.length === 0) return;
    this.#time = grouping.mention;
    this.#groupings.splice(at, 1);
  }

  #readNext(): void {
    const at = this.#at;
    const token = this.#sentence.tokens[at];
    if (!token) return;
    const name = this.#sentence.nameAt(at);
    const period = this.#sentence.periodAt(at);
    const phrase = this.#sentence.phraseAt(at);
    const rank = this.#sentence.rankAt(at);
    const longest = Math.max(name?.length ?? 0, period?.length ?? 0, phrase?.length ?? 0, rank?.length ?? 0);
    if (longest === 0) return this.#readOther(token);
    // The order decides between readings of equal length: names of the model first.
    if (name?.length === longest) return this.#takeName(name);
    if (period?.length === longest) return this.#takePeriod(period);
    if (rank?.length === longest) return this.#takeRank(rank);
    if (phrase) this.#takePhrase(phrase.meaning, phrase.length);
  }

  #takeRank({ length, ...rank }: Rank & { readonly length: number }): void {
    if (this.#rank) this.#fault(this.#at, length, 'there is another order in the question');
    else {
      this.#rank = rank;
      const isTop = rank.words.startsWith('top') || rank.words.startsWith('bottom');
      if (isTop && length === 1) this.#notes.push(`"${rank.words}" is taken as ${rank.words} ${rank.limit}.`);
      if (rank.limit !== undefined) this.#expect('grouping');
    }
    this.#advance(length);
  }

  #takePeriod({ length, period, fault }: FoundPeriod): void {
    if (fault !== undefined) this.#fault(this.#at, length, fault);
    else if (this.#period) this.#fault(this.#at, length, 'I answer one period at a time');
    else this.#period = period;
    this.#advance(length);
    this.#expect('any');
  }

  #takePhrase(meaning: PhraseMeaning, length: number): void {
    const isFirst = this.#at === 0 || (this.#at === 1 && this.#cue !== 'none');
    const at = this.#at;
    this.#advance(length);
    switch (meaning.is) {
      case 'by':
        return this.#expect('grouping');
      case 'which':
      case 'list':
        this.#isList = true;
        return this.#expect('grouping');
      case 'count':
        this.#asksCount = true;
        return;
      case 'total':
        this.#asksTotal = true;
        return;
      case 'sort':
        return this.#expect('order');
      case 'order':
        if (this.#rank || this.#measures.length > 0) {
          this.#rank = { words: this.#sentence.words(at, length), ...this.#rank, descending: meaning.descending };
        } else this.#fault(at, length, 'say by which measure, as "ordered by …"');
        return;
      case 'grain':
        this.#groupings.push({ kind: 'grain', granularity: meaning.unit, words: this.#sentence.words(at, length) });
        return;
      case 'over-time':
        this.#groupings.push({ kind: 'grain', granularity: 'month', words: this.#sentence.words(at, length) });
        this.#notes.push('"Over time" is taken as by month.');
        return;
      case 'cue':
        if (!this.#hasPrevious) this.#fault(at, length, 'there is no question before that it could refer to');
        else if (meaning.place === 'start' && !isFirst) this.#fault(at, length, 'I only take it at the beginning');
        else this.#cue = meaning.adds ? 'add' : 'change';
        return;
      case 'joint':
        if (isFirst && this.#hasPrevious) this.#cue = meaning.adds ? 'add' : 'change';
        this.#adjacent = undefined;
        return;
      case 'aggregate':
        this.#aggregates.push({ words: this.#sentence.words(at, length), type: meaning.type });
        return;
      case 'refused':
        return this.#fault(at, length, meaning.reason);
      case 'glue':
        return;
    }
  }

  #takeName({ length, entries }: FoundName): void {
    const at = this.#at;
    const mention = this.#sentence.mention(at, length, entries);
    const of = (...kinds: readonly NameEntry['kind'][]) => {
      const found = entries.filter(({ kind }) => kinds.includes(kind));
      return found.length > 0 ? { ...mention, entries: found } : undefined;
    };
    const [measures, dimensions, pieces] = [of('measure'), of('dimension', 'granularity'), of('piece')];
    this.#advance(length);
    if (pieces && this.#namesPiece(at, length)) {
      this.#pieces.push(pieces);
      return;
    }
    if (this.#expected === 'order') {
      if (!measures) this.#fault(at, length, 'it is no measure to order by');
      else if (this.#rank) this.#fault(at, length, 'there is another order in the question');
      else {
        this.#rank = { descending: true, words: mention.words };
        this.#addMeasure(measures);
      }
      return this.#expect('any');
    }
    if (this.#expected === 'grouping') return this.#takeGrouping(mention, measures, dimensions);
    const isSingular = this.#sentence.tokens[at + length - 1]?.folded === this.#sentence.tokens[at + length - 1]?.key;
    const isDimension = dimensions && isSingular && measures?.entries.every(({ isPlural }) => isPlural);
    if (measures && !isDimension) {
      if (dimensions) this.#asGroupings.set(measures, dimensions);
      return this.#addMeasure(measures);
    }
    const flags = of('segment');
    if (dimensions && isTime(dimensions)) {
      if (this.#time) this.#fault(at, length, 'there is another time in the question');
      this.#time = dimensions;
      return;
    }
    if (dimensions && this.#takeFilter(dimensions)) return;
    if (flags) this.#flags.push(flags);
    else if (dimensions) this.#takeDimension(dimensions);
    else if (pieces) this.#pieces.push(pieces);
  }

  /** Whether a name is that of a view, as in "revenue in sales" or "the sales view". */
  #namesPiece(at: number, length: number): boolean {
    const [before, after] = [
      this.#sentence.tokens[at - 1]?.folded ?? '',
      this.#sentence.tokens[at + length]?.folded ?? '',
    ];
    if (after === 'view' || after === 'cube') {
      this.#advance(1);
      return true;
    }
    return before === 'in' || before === 'view' || before === 'cube';
  }

  #takeGrouping(mention: Mention, measures: Mention | undefined, dimensions: Mention | undefined): void {
    // "top 5 stores by customers", "stores by revenue": what a ranking is by is a measure.
    const isRankedBy =
      measures &&
      this.#measures.length === 0 &&
      this.#groupings.length > 0 &&
      this.#sentence.precededBy(this.#at, 'by');
    if (isRankedBy && (this.#rank || !dimensions)) {
      this.#rank ??= { descending: true, words: mention.words };
      this.#addMeasure(measures);
      return this.#expect('any');
    }
    if (dimensions) {
      this.#addGrouping(dimensions);
      return;
    }
    const [first, ...others] = this.#measures;
    const grouped = first && this.#asGroupings.get(first);
    if (measures && grouped && others.length === 0 && this.#groupings.length === 0) {
      this.#measures.pop();
      this.#groupings.push({ kind: 'member', mention: grouped });
      this.#rank ??= { descending: true, words: mention.words };
      this.#addMeasure(measures);
      return this.#expect('any');
    }
    if (measures && !this.#sentence.precededBy(this.#at, 'by', 'per', 'each', 'every')) {
      // "which stores have …": the name after "which" may be the measure itself.
      this.#addMeasure(measures);
      return this.#expect('any');
    }
    const [start, end] = mention.place ?? [0, 0];
    this.#faults.push({ words: this.#sentence.question.slice(start, end), reason: 'it is nothing to group by' });
  }

  #addMeasure(mention: Mention): void {
    if (this.#adjacent === 'measure') this.#faultBetween(mention, this.#measures.at(-1));
    this.#measures.push(mention);
    this.#adjacent = 'measure';
    if (this.#expected === 'grouping') this.#expect('any');
  }

  /** "Country of the store" is the store country, if there is one. */
  #withOwner(mention: Mention): Mention {
    let at = this.#at;
    if (this.#sentence.tokens[at]?.folded !== 'of') return mention;
    at += this.#sentence.tokens[at + 1]?.folded === 'the' ? 2 : 1;
    const owner = this.#sentence.nameAt(at);
    if (!owner) return mention;
    const entries = this.#sentence.index.named(`${this.#sentence.words(at, owner.length)} ${mention.words}`);
    const dimensions = entries.filter(({ kind }) => kind === 'dimension');
    if (dimensions.length === 0) return mention;
    this.#at = at + owner.length;
    const [start, end] = [mention.place?.[0] ?? 0, this.#sentence.tokens[this.#at - 1]?.end ?? 0];
    return { words: this.#sentence.question.slice(start, end), entries: dimensions, place: [start, end] };
  }

  #addGrouping(named: Mention): void {
    const mention = this.#withOwner(named);
    const last = this.#groupings.at(-1);
    if (this.#adjacent === 'grouping' && last?.kind === 'member') this.#faultBetween(mention, last.mention);
    this.#groupings.push({ kind: 'member', mention });
    this.#adjacent = 'grouping';
    const next = this.#sentence.tokens[this.#at]?.folded;
    if (next !== 'and' && next !== ',' && !this.#sentence.nameAt(this.#at)) this.#expect('any');
    else this.#expected = 'grouping';
  }

  /** Two names side by side may be one thing that the model has no name for. */
  #faultBetween(mention: Mention, before: Mention | undefined): void {
    const words = `${before?.words ?? ''} ${mention.words}`;
    this.#faults.push({
      words,
      reason: 'I know the two names, but not both as one; put "and" between them if you want both',
    });
  }

  /** A dimension with its value: `status is completed`, `country "Norway"`. */
  #takeFilter(dimension: Mention): boolean {
    let at = this.#at;
    const isSaid = ['is', 'are', 'was', 'were', 'equals', '=', ':', 'equal', 'being'].includes(
      this.#sentence.tokens[at]?.folded ?? '',
    );
    if (isSaid)
      at += this.#sentence.tokens[at]?.folded === 'equal' && this.#sentence.tokens[at + 1]?.folded === 'to' ? 2 : 1;
    if (this.#sentence.tokens[at]?.folded === '=') at += 1;
    if (isSaid && this.#sentence.tokens[at]?.folded === 'there') return false; // "how many customers are there"
    const isCertain = isSaid || this.#sentence.isTypedValue(dimension, this.#sentence.tokens[at]);
    const values: ValueWords[] = [];
    for (;;) {
      const found = this.#sentence.valueAt(at, isCertain || values.length > 0);
      if (!found) break;
      values.push(found.value);
      at += found.length;
      const joint = this.#sentence.tokens[at]?.folded ?? '';
      const follows = ['or', 'and', ','].includes(joint) && this.#isValue(at + 1, joint === 'or');
      if (!follows) break;
      at += 1;
    }
    if (values.length === 0) return false;
    this.#filters.push({ dimension, values });
    this.#at = at;
    this.#adjacent = undefined;
    return true;
  }

  #isValue(at: number, isCertain: boolean): boolean {
    return this.#sentence.valueAt(at, isCertain) !== undefined;
  }

  #takeDimension(dimension: Mention): void {
    // "The online channel": the value stands before its field.
    const value = this.#filters.at(-1);
    const end = value?.values.at(-1)?.place?.[1];
    const [start] = dimension.place ?? [0];
    if (value && !value.dimension && end !== undefined && this.#sentence.question.slice(end, start).trim() === '') {
      this.#filters[this.#filters.length - 1] = { ...value, dimension };
      return;
    }
    const isTime = dimension.entries.some(({ kind }) => kind === 'granularity');
    if (isTime) return this.#addGrouping(dimension);
    this.#flags.push(dimension);
    this.#adjacent = 'grouping';
  }

  /** A token that begins no name, period or phrase. */
  #readOther(token: QuestionToken): void {
    const at = this.#at;
    const grain = grains.get(token.key);
    if (grain !== undefined && this.#expected === 'grouping' && token.kind === 'word') {
      this.#groupings.push({ kind: 'grain', granularity: grain, words: token.text });
      this.#advance(1);
      this.#adjacent = 'grouping';
      const next = this.#sentence.tokens[this.#at]?.folded;
      if (next !== 'and' && next !== ',') this.#expect('any');
      return;
    }
    if (token.kind === 'quoted') return this.#takeValue(1);
    const reason = refused.get(token.folded);
    if (token.folded === 'or' && this.#filters.length > 0 && this.#isValue(at + 1, false)) {
      this.#saysOr = true;
      this.#advance(1);
      return;
    }
    if (reason !== undefined) {
      this.#fault(at, 1, reason);
      this.#advance(1);
      return;
    }
    if (token.kind === 'word' && glue.has(token.folded)) {
      const isEnd = ['in', 'for', 'where', 'with', 'at', 'on', 'have', 'has', 'had'].includes(token.folded);
      if (isEnd && this.#expected === 'grouping' && !this.#precedesEach(at)) this.#expect('any');
      if (!['the', 'a', 'an', 'of'].includes(token.folded)) this.#adjacent = undefined;
      this.#advance(1);
      return;
    }
    if (token.folded === 'from' && (this.#isValue(at + 1, false) || this.#sentence.tokens[at + 1]?.kind === 'word')) {
      this.#expect('any');
      this.#advance(1);
      return;
    }
    if (references.has(token.folded) && this.#hasPrevious && this.#measures.length === 0) {
      this.#advance(1);
      return;
    }
    const value = this.#sentence.valueAt(at, false);
    if (value && token.kind === 'word') return this.#takeValue(value.length);
    const shown = token.kind === 'sign' ? `the sign ${signName(token.text)}` : token.text;
    this.#faults.push({ words: shown });
    this.#advance(1);
  }

  #precedesEach(at: number): boolean {
    const next = this.#sentence.tokens[at + 1]?.folded;
    return next === 'each' || next === 'every';
  }

  #takeValue(length: number): void {
    const value = this.#sentence.valueWords(this.#at, length);
    this.#filters.push({ values: [value], ...(this.#saysOr ? { isAlternative: true } : {}) });
    this.#saysOr = false;
    this.#advance(length);
    this.#expect('any');
  }

  #fault(at: number, length: number, reason: string): void {
    this.#faults.push({
      words: this.#sentence.words(at, length),
      reason,
      ...(reason === ofModel ? { isName: true } : {}),
    });
  }

  #expect(expected: Expected): void {
    this.#expected = expected;
    this.#adjacent = undefined;
  }

  #advance(length: number): void {
    this.#at += length;
  }
}

function isTime({ entries }: Mention): boolean {
  return entries.every(({ kind, type }) => kind === 'dimension' && type === 'time');
}

/** Characters that cannot be shown are named by their number. */
function signName(sign: string): string {
  const isShown = /^[^\p{Cc}\p{Cf}\p{M}\p{Co}\p{Cs}]$/u.test(sign);
  return isShown ? sign : `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
