import { type Outcome, atRequest, fail, problem, succeed } from '../../problem/index.ts';
import {
  type Civil,
  civilOf,
  type DatePoint,
  endInstant,
  firstReading,
  type Instant,
  isInCalendar,
  lastReading,
  parseDate,
  startInstant,
} from '../../time/index.ts';
import { type Now, type Phrase, phraseForms } from './date-phrase.ts';
import { parseRange } from './range-phrase.ts';

/** `[from, to)` in instants; `civil` has the clock times, both ends inclusive. */
export interface DateRange {
  readonly from: Instant;
  readonly to: Instant;
  readonly civil: CivilRange;
}

export interface CivilRange {
  readonly from: Civil;
  readonly to: Civil;
  /** The end of the range of which this is the part so far; absent for a range as it was asked for. */
  readonly wholeTo?: Civil;
}

const dateForms = "'2024-01-31', '2024-01-31T10:00:00.000', '2024-01-31T10:00:00Z', '2024-01-31T10:00:00+02:00'";

/**
 * Resolves the range of a time dimension: a phrase, one date (all of it), or two (from the start of the first to the
 * end of the second). A range that ends before it starts is empty, with a warning.
 *
 * @param path of the range in the request
 */
export function resolveDateRange(range: string | readonly string[], now: Now, path: string): Outcome<DateRange> {
  const read = typeof range === 'string' ? readPhrase(range, now, path) : readDates(range, now, path);
  if (!read.ok) return read;
  const { first, last, whole } = read.value;
  const { zone } = now;
  const resolved: DateRange = {
    from: startInstant(first, zone),
    to: endInstant(last, zone),
    civil: {
      from: civilOf(firstReading(first, zone)),
      to: civilOf(lastReading(last, zone)),
      ...(whole ? { wholeTo: civilOf(lastReading(whole.last, zone)) } : {}),
    },
  };
  const isEmpty = resolved.civil.from > resolved.civil.to;
  return succeed(resolved, isEmpty ? [problem('query.empty-range', resolved.civil, { at: atRequest(path) })] : []);
}

function readPhrase(text: string, now: Now, path: string): Outcome<Phrase> {
  const phrase = parseRange(text, now);
  if (phrase) return succeed(phrase);
  const at = atRequest(path);
  return fail(problem('query.bad-date', { text: text.toLowerCase() }, { at, hint: `Forms: ${phraseForms}` }));
}

function readDates(texts: readonly string[], { zone }: Now, path: string): Outcome<Phrase> {
  if (texts.length < 1 || texts.length > 2) {
    return fail(problem('query.date-range-size', { path, count: texts.length }, { at: atRequest(path) }));
  }
  const points = texts.map(parseDate);
  const problems = texts.flatMap((text, index) =>
    isUsable(points[index], zone) ? [] : [badDate(text, `${path}[${index}]`)],
  );
  const [first, last = first] = points;
  return first && last && problems.length === 0 ? succeed({ first, last }) : fail(...problems);
}

export function badDate(text: string, path: string) {
  return problem('query.bad-date', { text }, { at: atRequest(path), hint: `Forms: ${dateForms}` });
}

function isUsable(point: DatePoint | undefined, zone: Now['zone']): boolean {
  return point !== undefined && isInCalendar(point, zone);
}
