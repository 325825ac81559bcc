import { addUnits, startOfUnit } from '@orrery/semantic';
import type { QuestionToken } from '../text/index.ts';
import { countOf, monthName, monthOf, ordinalOf, unitOf } from './calendar-words.ts';
import { type CalendarUnit, type Day, dayOf, isoOf, type DaySpan, spanOf } from './days.ts';

/** A day, month, quarter, year or run of them. */
export interface PeriodPoint extends DaySpan {
  /** How many tokens. */
  readonly length: number;
  readonly notes: readonly string[];
  /** Set when the year was not said: how to say it with another year. */
  readonly inYear?: (year: number) => DaySpan | undefined;
}

export interface Calendar {
  readonly today: Day;
}

export function readPoint(tokens: readonly QuestionToken[], at: number, calendar: Calendar): PeriodPoint | undefined {
  return (
    readIso(tokens, at) ??
    readNamed(tokens, at, calendar) ??
    readRelative(tokens, at, calendar) ??
    readQuarter(tokens, at, calendar) ??
    readMonth(tokens, at, calendar) ??
    readYear(tokens, at)
  );
}

function readIso(tokens: readonly QuestionToken[], at: number): PeriodPoint | undefined {
  const token = tokens[at];
  if (token?.kind !== 'date') return undefined;
  const [year = 0, month = 0, day] = token.text.split('-').map(Number);
  const first = dayOf(year, month, day ?? 1);
  if (first === undefined) return undefined;
  return { ...spanOf(day === undefined ? 'month' : 'day', first), length: 1, notes: [] };
}

/** `the year 2025`, `the month of May 2025`. */
function readNamed(tokens: readonly QuestionToken[], start: number, calendar: Calendar): PeriodPoint | undefined {
  let at = tokens[start]?.folded === 'the' ? start + 1 : start;
  const unit = tokens[at]?.folded;
  if (unit !== 'year' && unit !== 'month') return undefined;
  at += tokens[at + 1]?.folded === 'of' ? 2 : 1;
  const point = unit === 'year' ? readYear(tokens, at) : readMonth(tokens, at, calendar);
  const isWhole = point !== undefined && (unit === 'year' || isoOf(point.first) !== isoOf(point.last));
  return isWhole ? { ...point, length: point.length + at - start } : undefined;
}

function readYear(tokens: readonly QuestionToken[], at: number): PeriodPoint | undefined {
  const year = yearOf(tokens[at]);
  const first = year === undefined ? undefined : dayOf(year, 1, 1);
  return first === undefined ? undefined : { ...spanOf('year', first), length: 1, notes: [] };
}

function yearOf(token: QuestionToken | undefined): number | undefined {
  return token?.kind === 'number' && /^(?:19|20)\d\d$/.test(token.text) ? Number(token.text) : undefined;
}

/** `today`, `this month`, `last year`, `the last 3 months`, `2026 so far` and the like. */
function readRelative(tokens: readonly QuestionToken[], start: number, calendar: Calendar): PeriodPoint | undefined {
  const at = tokens[start]?.folded === 'the' ? start + 1 : start;
  const before = at - start;
  const word = tokens[at]?.folded ?? '';
  const { today } = calendar;
  if (word === 'today') return { ...spanOf('day', today), length: before + 1, notes: [] };
  if (word === 'yesterday') return { ...spanOf('day', addUnits('day', -1, today)), length: before + 1, notes: [] };
  const toDate = toDateUnits.get(word);
  if (toDate) return { first: startOfUnit(toDate, today), last: today, length: before + 1, notes: [] };
  const next = tokens[at + 1];
  if (word === 'this' || word === 'current') return readThis(tokens, at, before, calendar);
  if (word === 'year' || word === 'quarter' || word === 'month' || word === 'week') {
    const isToDate = next?.folded === 'to' && tokens[at + 2]?.folded === 'date';
    return isToDate ? { first: startOfUnit(word, today), last: today, length: before + 3, notes: [] } : undefined;
  }
  if (word !== 'last' && word !== 'previous' && word !== 'past') return undefined;
  const count = next && countOf(next.folded);
  if (count !== undefined) {
    const unit = unitOf(tokens[at + 2]?.key ?? '');
    return unit && count > 0 && count <= 5000 ? lastUnits(unit, count, before + 3, calendar) : undefined;
  }
  const unit = unitOf(next?.key ?? '');
  // "the past year" is the last twelve months to some and a calendar year to others.
  return unit && next?.folded === next?.key && word !== 'past' ? lastUnits(unit, 1, before + 2, calendar) : undefined;
}

const toDateUnits = new Map<string, CalendarUnit>([
  ['ytd', 'year'],
  ['qtd', 'quarter'],
  ['mtd', 'month'],
  ['wtd', 'week'],
]);

function readThis(
  tokens: readonly QuestionToken[],
  at: number,
  before: number,
  { today }: Calendar,
): PeriodPoint | undefined {
  const next = tokens[at + 1];
  const unit = next?.folded === next?.key ? unitOf(next?.key ?? '') : undefined;
  if (!unit) return undefined;
  const isSoFar = tokens[at + 2]?.folded === 'so' && tokens[at + 3]?.folded === 'far';
  const span = spanOf(unit, today);
  if (isSoFar) return { first: span.first, last: today, length: before + 4, notes: [] };
  const notes = unit === 'day' ? [] : [`The current ${unit} is not over.`];
  return { ...span, length: before + 2, notes };
}

function lastUnits(unit: CalendarUnit, count: number, length: number, { today }: Calendar): PeriodPoint {
  const current = startOfUnit(unit, today);
  const [first, last] = [addUnits(unit, -count, current), addUnits('day', -1, current)];
  const words = count === 1 ? `the last ${unit}` : `the last ${count} ${unit}s`;
  const without = unit === 'day' ? 'today' : `the current ${unit}, which began on ${isoOf(current)},`;
  const note = `${words.slice(0, 1).toUpperCase()}${words.slice(1)} is ${isoOf(first)} to ${isoOf(last)}; ${without} is not included.`;
  return { first, last, length, notes: [note.replace(`${unit}s is `, `${unit}s are `)] };
}

/** `Q2 2024`, `2024 Q2`, `second quarter of 2024`, `H1 2024`. */
function readQuarter(tokens: readonly QuestionToken[], start: number, calendar: Calendar): PeriodPoint | undefined {
  const yearFirst = yearOf(tokens[start]);
  if (yearFirst !== undefined) {
    const part = partOfYear(tokens, start + 1);
    const span = part?.of(yearFirst);
    return part && span && { ...span, length: part.length + 1, notes: [] };
  }
  const at = tokens[start]?.folded === 'the' ? start + 1 : start;
  const part = partOfYear(tokens, at);
  return part && withYear(part, tokens, at + part.length, at - start + part.length, calendar);
}

interface DatePart {
  readonly length: number;
  readonly name: string;
  readonly of: (year: number) => DaySpan | undefined;
}

function partOfYear(tokens: readonly QuestionToken[], at: number): DatePart | undefined {
  const word = tokens[at]?.folded ?? '';
  const short = /^([qh])([1-4])$/.exec(word);
  if (short?.[1] === 'q') return quarterPart(Number(short[2]), 1);
  if (short?.[1] === 'h' && Number(short[2]) < 3) return halfPart(Number(short[2]), 1);
  const next = tokens[at + 1];
  const ordinal = ordinalOf(word);
  if (ordinal !== undefined && next?.folded === 'quarter') return quarterPart(ordinal, 2);
  if (ordinal !== undefined && ordinal < 3 && next?.folded === 'half') return halfPart(ordinal, 2);
  const number = word === 'quarter' && next ? countOf(next.folded) : undefined;
  return number !== undefined && number <= 4 ? quarterPart(number, 2) : undefined;
}

function quarterPart(quarter: number, length: number): DatePart {
  const of = (year: number) => {
    const first = dayOf(year, quarter * 3 - 2, 1);
    return first === undefined ? undefined : spanOf('quarter', first);
  };
  return { length, name: `Q${quarter}`, of };
}

function halfPart(half: number, length: number): DatePart {
  const of = (year: number) => {
    const first = dayOf(year, half * 6 - 5, 1);
    return first === undefined ? undefined : { first, last: spanOf('month', first, 6).last };
  };
  return { length, name: `H${half}`, of };
}

/** `May`, `May 2026`, `May 5`, `May 5, 2026`, `5 May 2026`. */
function readMonth(tokens: readonly QuestionToken[], at: number, calendar: Calendar): PeriodPoint | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]];
  const dayFirst = dayNumber(first);
  const month = monthOf(dayFirst === undefined ? (first?.folded ?? '') : (second?.folded ?? ''));
  if (month === undefined) return undefined;
  const dayAfter = dayFirst === undefined ? dayNumber(second) : undefined;
  const day = dayFirst ?? dayAfter;
  const length = day === undefined ? 1 : 2;
  const of = (year: number) => {
    const start = dayOf(year, month, day ?? 1);
    return start === undefined ? undefined : spanOf(day === undefined ? 'month' : 'day', start);
  };
  const name = day === undefined ? monthName(month) : `${monthName(month)} ${day}`;
  return withYear({ length, name, of }, tokens, at + length, length, calendar);
}

function dayNumber(token: QuestionToken | undefined): number | undefined {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token?.folded ?? '')?.[1];
  const day = Number(digits);
  return digits !== undefined && day >= 1 && day <= 31 ? day : undefined;
}

/** Reads `2026`, `of 2026`, `, 2026` or nothing; then the latest year in which it has begun. */
function withYear(
  part: DatePart,
  tokens: readonly QuestionToken[],
  at: number,
  length: number,
  { today }: Calendar,
): PeriodPoint | undefined {
  const joined = tokens[at]?.folded === 'of' || tokens[at]?.text === ',' || tokens[at]?.folded === 'in' ? 1 : 0;
  const year = yearOf(tokens[at + joined]);
  if (year !== undefined) {
    const span = part.of(year);
    return span && { ...span, length: length + joined + 1, notes: [] };
  }
  const thisYear = Number(isoOf(today).slice(0, 4));
  const [now, before] = [part.of(thisYear), part.of(thisYear - 1)];
  const chosen = now !== undefined && now.first <= today ? thisYear : thisYear - 1;
  const span = chosen === thisYear ? now : before;
  if (!span) return undefined;
  const notes = [`${part.name} is taken as ${part.name} ${chosen}, the latest that has begun.`];
  return { ...span, length, notes, inYear: part.of };
}
