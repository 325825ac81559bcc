import type { ChartGranularity } from './civil-time.ts';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const minute = { ...day, hour: '2-digit', minute: '2-digit' } as const;
const second = { ...minute, second: '2-digit' } as const;

const forms: Readonly<Record<ChartGranularity, Intl.DateTimeFormatOptions>> = {
  second,
  minute,
  hour: minute,
  day,
  week: day, // weeks are named by their first day
  month: { year: 'numeric', month: 'short' },
  quarter: { year: 'numeric' },
  year: { year: 'numeric' },
};

const made = new Map<string, Intl.DateTimeFormat>();
const mostMade = 100;

/** @param ms as of `readCivilTime`: the zone of the machine never plays a part */
export function formatTime(ms: number, granularity: ChartGranularity | undefined, locale: string): string {
  const shown = granularity ?? (ms % 86_400_000 === 0 ? 'day' : 'second');
  const text = formatOf(shown, locale).format(ms);
  return shown === 'quarter' ? `Q${quarterOf(new Date(ms))} ${text}` : text;
}

const quarterOf = (time: Date): number => Math.floor(time.getUTCMonth() / 3) + 1;

function formatOf(granularity: ChartGranularity, locale: string): Intl.DateTimeFormat {
  return intl(`${granularity} ${locale}`, locale, forms[granularity]);
}

function intl(key: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = made.get(key);
  if (known) return known;
  // Where locales come from callers, there may be any number of them.
  if (made.size >= mostMade) made.clear();
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  made.set(key, format);
  return format;
}

const pad = (value: number, width: number, filling: string): string => String(value).padStart(width, filling);
const dayOfYear = (time: Date): number =>
  Math.floor((time.getTime() - new Date(0).setUTCFullYear(time.getUTCFullYear())) / 86_400_000);

/** Thursday of the week decides which year a week of ISO 8601 belongs to. */
function isoWeek(time: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(time.getTime() + (3 - ((time.getUTCDay() + 6) % 7)) * 86_400_000);
  return { year: thursday.getUTCFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 };
}

type Directive = readonly [width: number, filling: string, number: (time: Date) => number];

/** Source: https://d3js.org/d3-time-format#locale_format, where local time is this one */
const numbers: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  ['d', [2, '0', (time) => time.getUTCDate()]],
  ['e', [2, ' ', (time) => time.getUTCDate()]],
  ['f', [6, '0', (time) => time.getUTCMilliseconds() * 1_000]],
  ['g', [2, '0', (time) => isoWeek(time).year % 100]],
  ['G', [4, '0', (time) => isoWeek(time).year]],
  ['H', [2, '0', (time) => time.getUTCHours()]],
  ['I', [2, '0', (time) => time.getUTCHours() % 12 || 12]],
  ['j', [3, '0', (time) => dayOfYear(time) + 1]],
  ['L', [3, '0', (time) => time.getUTCMilliseconds()]],
  ['m', [2, '0', (time) => time.getUTCMonth() + 1]],
  ['M', [2, '0', (time) => time.getUTCMinutes()]],
  ['q', [1, '0', quarterOf]],
  ['Q', [1, '0', (time) => time.getTime()]],
  ['s', [1, '0', (time) => Math.floor(time.getTime() / 1_000)]],
  ['S', [2, '0', (time) => time.getUTCSeconds()]],
  ['u', [1, '0', (time) => time.getUTCDay() || 7]],
  ['U', [2, '0', (time) => Math.floor((dayOfYear(time) + 7 - time.getUTCDay()) / 7)]],
  ['V', [2, '0', (time) => isoWeek(time).week]],
  ['w', [1, '0', (time) => time.getUTCDay()]],
  ['W', [2, '0', (time) => Math.floor((dayOfYear(time) + 7 - ((time.getUTCDay() + 6) % 7)) / 7)]],
  ['y', [2, '0', (time) => time.getUTCFullYear() % 100]],
  ['Y', [4, '0', (time) => time.getUTCFullYear()]],
]);

const words: ReadonlyMap<string, Intl.DateTimeFormatOptions> = new Map<string, Intl.DateTimeFormatOptions>([
  ['a', { weekday: 'short' }],
  ['A', { weekday: 'long' }],
  ['b', { month: 'short' }],
  ['B', { month: 'long' }],
  ['h', { month: 'short' }],
  ['c', { dateStyle: 'medium', timeStyle: 'medium' }],
  ['x', { dateStyle: 'short' }],
  ['X', { timeStyle: 'medium' }],
]);

const paddings: Readonly<Record<string, string>> = { '-': '', _: ' ', '0': '0' };

/** Writes a time by a strftime specifier. Unknown directives stay as they are. */
export function formatTimeBy(specifier: string, ms: number, locale: string): string {
  const time = new Date(ms);
  return specifier.replace(/%([-_0])?([a-zA-Z%])/g, (all, padding: string | undefined, name: string) => {
    if (name === '%') return '%';
    if (name === 'Z') return ''; // a reading of a wall clock has no zone
    if (name === 'p') return time.getUTCHours() < 12 ? 'AM' : 'PM';
    const word = words.get(name);
    if (word) return intl(`${name} ${locale}`, locale, word).format(ms);
    const directive = numbers.get(name);
    if (!directive) return all;
    const [width, filling, number] = directive;
    const chosen = padding === undefined ? filling : (paddings[padding] ?? filling);
    return chosen === '' ? String(number(time)) : pad(number(time), width, chosen);
  });
}
