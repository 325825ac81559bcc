import { shownLiteral } from '@orrery/kernel';
import type { Literal } from './read-literal.ts';

const dayForm = /^(\d{4,6})-(\d{1,2})-(\d{1,2})$|^(\d{4})(\d{2})(\d{2})$|^(\d{4})\/(\d{1,2})\/(\d{1,2})$/;
const clockForm = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d*))?)?$/;
const zoneForm = /\s*(?:(z|utc|gmt)|([+-])(\d{1,2})(?::?(\d{2}))?)$/i;

/** Reads ISO 8601 and what is next to it; other forms depend on settings of PostgreSQL and are refused. */
export function readTime(type: 'date' | 'time' | 'timestamp', written: string): Literal {
  const text = type === 'time' ? written : withIsoDay(written);
  if (type === 'time') {
    const clock = readClock(text);
    return clock === undefined ? refused(type, text) : clock;
  }
  const word = specialDay(text);
  if (word !== undefined)
    return word === 'epoch' ? { value: type === 'date' ? '1970-01-01' : '1970-01-01 00:00:00' } : { value: word };
  const parts = /^(\S+?)(?:(?:\s+|[tT])(\d{1,2}:\S+))?$/.exec(dropZone(text));
  const day = readDay(parts?.[1] ?? '');
  if (day === undefined) return refused(type, text);
  if (day === 'range') return outOfRange(text);
  const clock = parts?.[2] === undefined ? { value: '00:00:00' } : readClock(parts[2]);
  if (clock === undefined) return refused(type, text);
  if ('refusal' in clock || type === 'date') return type === 'date' && !('refusal' in clock) ? { value: day } : clock;
  return clock.value.startsWith('24:') ? refused(type, text) : { value: `${day} ${clock.value}` };
}

/** A moment: its text in UTC when an offset is written, else `local` in the session's zone. */
export function readZoned(text: string, zone: string): Literal {
  const offset = zoneForm.exec(text);
  const isDayOnly = /^\d{4}-\d{1,2}-\d{1,2}$/.test(text);
  const local = readTime('timestamp', text);
  if ('refusal' in local || local.value.endsWith('infinity')) return local;
  const named = /^(.*\d)\s+([A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(text);
  if (named) {
    const before = readTime('timestamp', named[1] ?? '');
    return 'refusal' in before ? before : { value: `${before.value} ${named[2]}` };
  }
  if (!offset || isDayOnly) return { value: `${local.value} ${zone}` };
  const [, , sign = '+', hours = '0', minutes = '0'] = offset;
  return { value: `${local.value}${sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}` };
}

function specialDay(text: string): string | undefined {
  const word = text.toLowerCase();
  if (word === 'infinity' || word === '+infinity') return 'infinity';
  return word === '-infinity' || word === 'epoch' ? word : undefined;
}

/** A zone that is written after a time is ignored where the type has none, as PostgreSQL does. */
function dropZone(text: string): string {
  return /:\d/.test(text) ? text.replace(zoneForm, '').replace(/\s+[A-Za-z_]+\/[A-Za-z_/+-]+$/, '') : text;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const monthFirst = new RegExp(`^${monthName}\\s+(\\d{1,2}),?\\s+(\\d{4})(?=\\s|$)`, 'i');
const dayFirst = new RegExp(`^(\\d{1,2})[\\s-]${monthName}[\\s-](\\d{4})(?=\\s|$)`, 'i');

/** `Jan 5, 2024`, `5 January 2024` and `01/05/2024`, where the month stands first as in PostgreSQL's default. */
function withIsoDay(text: string): string {
  const iso = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const numberOf = (name = '') => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  return text
    .replace(monthFirst, (_, month: string, day: string, year: string) => iso(year, numberOf(month), day))
    .replace(dayFirst, (_, day: string, month: string, year: string) => iso(year, numberOf(month), day))
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?=\s|$)/, (_, month: string, day: string, year: string) =>
      iso(year, month, day),
    );
}

function readDay(text: string): string | 'range' | undefined {
  const match = dayForm.exec(text);
  if (!match) return undefined;
  const [year = '', month = '', day = ''] = match.slice(1).filter((part) => part !== undefined);
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const lengths = [31, isLeap(y) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (y === 0 || m < 1 || m > 12 || d < 1 || d > (lengths[m - 1] ?? 0)) return 'range';
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function readClock(text: string): Literal | undefined {
  const match = clockForm.exec(text);
  if (!match) return undefined;
  const [, hour = '', minute = '', second = '00', fraction = ''] = match;
  const micros = Math.round(Number(`0.${fraction}`) * 1e6);
  if (micros === 1e6) return undefined; // the next second
  const isLast = Number(hour) === 24 && minute === '00' && second === '00' && /^0*$/.test(fraction);
  if ((Number(hour) > 23 && !isLast) || Number(minute) > 59 || Number(second) > 59) return outOfRange(text);
  const decimals = String(micros).padStart(6, '0').replace(/0+$/, '');
  return { value: `${hour.padStart(2, '0')}:${minute}:${second}${decimals === '' ? '' : `.${decimals}`}` };
}

function outOfRange(text: string): Literal {
  return { refusal: `date/time field value out of range: "${shownLiteral(text)}"`, code: 'sql.time-range' };
}

function refused(type: string, text: string): Literal {
  return {
    refusal: `invalid input syntax for type ${type}: "${shownLiteral(text)}" (write it as 2024-01-31 or 2024-01-31 10:00:00)`,
    code: 'sql.time-value',
  };
}
