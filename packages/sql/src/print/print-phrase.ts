import { type PhrasePoint, readDerivedRange, readPhrase } from '@orrery/semantic';
import { refuseForm } from './refuse.ts';

/** Ends of a range, as SQL that follows the calendar; absent for one that is a date. */
interface PhraseEnds {
  readonly from?: string;
  readonly to?: string;
}

/**
 * A range in words as expressions of `CURRENT_DATE`, which mean it at any time.
 *
 * @throws StatementRefused for weekdays, hours and shorter units, which no expression of days says
 */
export function printPhrase(words: string): PhraseEnds {
  if (readDerivedRange(words)) return refuseForm(`The range '${words}', which depends on another one,`);
  const phrase = readPhrase(words);
  if (!phrase) throw new Error('the words of a date range were read before');
  const [from, to] = [printPoint(phrase.first, 0, words), printPoint(phrase.last, 1, words)];
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Units that the calendar counts. Hours and smaller ones count elapsed time, whatever clocks do. */
const calendar = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** @param end 0: the beginning of the point, 1: the beginning of what follows it */
function printPoint(point: PhrasePoint, end: 0 | 1, words: string): string | undefined {
  if (point.kind === 'date') return undefined;
  const unit = point.kind === 'weekday' ? undefined : calendar.find((each) => each === point.unit);
  if (point.kind === 'weekday' || unit === undefined || (point.kind === 'moment' && point.precision !== 'day'))
    return refuseForm(`The range '${words}', which depends on the hour or the weekday,`);
  if (point.kind === 'moment') return `CURRENT_DATE${printDistance(unit, point.ahead)}${printDistance('day', end)}`;
  const start = unit === 'day' ? 'CURRENT_DATE' : `DATE_TRUNC('${unit}', CAST(CURRENT_DATE AS TIMESTAMP))`;
  return `${start}${printDistance(unit, point.ahead + end)}`;
}

function printDistance(unit: (typeof calendar)[number], count: number): string {
  if (count === 0) return '';
  const [name, size] = unit === 'quarter' ? ['month', 3] : [unit, 1];
  return ` ${count < 0 ? '-' : '+'} INTERVAL '${Math.abs(count) * size} ${name}'`;
}
