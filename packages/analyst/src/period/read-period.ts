import { addUnits } from '@orrery/semantic';
import type { QuestionToken } from '../text/index.ts';
import { monthOf } from './calendar-words.ts';
import { isoOf, type DaySpan } from './days.ts';
import type { Period } from './period.ts';
import { type Calendar, type PeriodPoint, readPoint } from './read-point.ts';

export interface FoundPeriod {
  /** How many tokens. */
  readonly length: number;
  readonly period: Period;
  /** Why it cannot be taken. */
  readonly fault?: string;
}

/** The period that begins at a token, with the words that lead to it: `since March 2025`, `in 2024`, `between … and …`. */
export function readPeriod(tokens: readonly QuestionToken[], at: number, calendar: Calendar): FoundPeriod | undefined {
  const lead = leadOf(tokens, at);
  const start = at + lead.length;
  const first = readPoint(tokens, start, calendar);
  // "over 2000" is more likely an amount than a year.
  const isAmount = tokens[at]?.folded === 'over' && tokens[start]?.kind === 'number';
  if (!first || isAmount || isVerb(tokens, start, first, lead.length > 0)) return undefined;
  const second = secondPoint(tokens, start + first.length, lead.kind, calendar);
  const words = (length: number) =>
    tokens
      .slice(at, at + lead.length + length)
      .map(({ text }) => text)
      .join(' ');
  if (second) {
    const length = lead.length + first.length + second.skipped + second.point.length;
    return { length, ...between(first, second.point, words(length - lead.length)) };
  }
  if (lead.kind === 'between') return undefined;
  const period = oneEnd(first, lead.kind, calendar, words(first.length));
  const found = { length: lead.length + first.length, period };
  if (lead.kind === 'from') {
    const said = words(first.length).slice('from '.length);
    return { ...found, fault: `"since ${said}" and "in ${said}" are two periods; say which one` };
  }
  const isEmpty = period.from !== undefined && period.to !== undefined && period.from > period.to;
  return isEmpty ? { ...found, fault: 'it has not begun' } : found;
}

type LeadKind = 'in' | 'since' | 'after' | 'before' | 'until' | 'between' | 'from' | 'none';

function leadOf(tokens: readonly QuestionToken[], at: number): { readonly kind: LeadKind; readonly length: number } {
  const [first = '', second = ''] = [tokens[at]?.folded, tokens[at + 1]?.folded];
  const two = leads.get(`${first} ${second}`);
  if (two) return { kind: two, length: 2 };
  const one = leads.get(first);
  return one ? { kind: one, length: 1 } : { kind: 'none', length: 0 };
}

const leads = new Map<string, LeadKind>([
  ['in', 'in'],
  ['on', 'in'],
  ['during', 'in'],
  ['within', 'in'],
  ['for', 'in'],
  ['of', 'in'],
  ['over', 'in'],
  ['throughout', 'in'],
  ['since', 'since'],
  ['starting', 'since'],
  ['starting in', 'since'],
  ['starting from', 'since'],
  ['from', 'from'],
  ['after', 'after'],
  ['before', 'before'],
  ['until', 'until'],
  ['till', 'until'],
  ['through', 'until'],
  ['up to', 'until'],
  ['between', 'between'],
]);

/** Alone, `may` is no month and `march` may be none. */
function isVerb(tokens: readonly QuestionToken[], at: number, { length }: PeriodPoint, isLed: boolean): boolean {
  const word = tokens[at]?.folded ?? '';
  return (
    length === 1 && !isLed && (word === 'may' || word === 'march' || (word.length === 3 && monthOf(word) !== undefined))
  );
}

function secondPoint(
  tokens: readonly QuestionToken[],
  at: number,
  kind: LeadKind,
  calendar: Calendar,
): { readonly skipped: number; readonly point: PeriodPoint } | undefined {
  const word = tokens[at]?.folded ?? '';
  const isRange = ['to', 'until', 'till', 'through', '-', '–'].includes(word) || (kind === 'between' && word === 'and');
  if (!isRange || ['since', 'after', 'before', 'until'].includes(kind)) return undefined;
  const point = readPoint(tokens, at + 1, calendar);
  return point && { skipped: 1, point };
}

function between(
  first: PeriodPoint,
  second: PeriodPoint,
  words: string,
): { readonly period: Period; readonly fault?: string } {
  let start: DaySpan = first;
  const end: DaySpan = second;
  let notes = [...first.notes, ...second.notes];
  if (first.inYear && !second.inYear) {
    // "between January and March 2025": the year is said once, at the end.
    const year = Number(isoOf(second.last).slice(0, 4));
    const [same, before] = [first.inYear(year), first.inYear(year - 1)];
    start = same && same.first <= second.first ? same : (before ?? first);
    notes = [...second.notes];
  } else if (first.inYear && second.inYear && first.first > second.first) {
    const before = first.inYear(Number(isoOf(second.last).slice(0, 4)) - 1);
    start = before ?? first;
    notes = [...second.notes];
  }
  const period = { from: isoOf(start.first), to: isoOf(end.last), words, notes };
  return start.first > end.last ? { period, fault: 'its end is before its beginning' } : { period };
}

function oneEnd(point: PeriodPoint, kind: LeadKind, { today }: Calendar, words: string): Period {
  const notes = [...point.notes];
  const untilToday = `Up to today, ${isoOf(today)}.`;
  switch (kind) {
    case 'since':
    case 'from':
      return { from: isoOf(point.first), to: isoOf(today), words, notes: [...notes, untilToday] };
    case 'after': {
      const from = isoOf(addUnits('day', 1, point.last));
      return { from, to: isoOf(today), words, notes: [...notes, untilToday] };
    }
    case 'before':
      return { to: isoOf(addUnits('day', -1, point.first)), words, notes };
    case 'until':
      return { to: isoOf(point.last), words, notes: [...notes, `${isoOf(point.last)} is included.`] };
    case 'in':
    case 'between':
    case 'none':
      return { from: isoOf(point.first), to: isoOf(point.last), words, notes };
  }
}
