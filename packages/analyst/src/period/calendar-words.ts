import type { CalendarUnit } from './days.ts';

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** @returns 1 to 12 */
export function monthOf(word: string): number | undefined {
  const index = months.findIndex((name) => name === word || (word.length === 3 && name.startsWith(word)));
  if (word === 'sept') return 9;
  return index < 0 ? undefined : index + 1;
}

export function monthName(month: number): string {
  const name = months[month - 1] ?? '';
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** The unit of a word in the singular. */
export function unitOf(key: string): CalendarUnit | undefined {
  return units.get(key);
}

const units = new Map<string, CalendarUnit>([
  ['day', 'day'],
  ['week', 'week'],
  ['month', 'month'],
  ['quarter', 'quarter'],
  ['year', 'year'],
]);

const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A whole number of at most five digits, or in words up to twelve. */
export function countOf(folded: string): number | undefined {
  if (/^\d{1,5}$/.test(folded)) return Number(folded);
  const index = numbers.indexOf(folded);
  if (index > 0) return index;
  return folded === 'twenty' ? 20 : undefined;
}

const ordinals = new Map([
  ['first', 1],
  ['1st', 1],
  ['second', 2],
  ['2nd', 2],
  ['third', 3],
  ['3rd', 3],
  ['fourth', 4],
  ['4th', 4],
]);

export function ordinalOf(folded: string): number | undefined {
  return ordinals.get(folded);
}
