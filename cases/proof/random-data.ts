import type { Choices } from './choices.ts';
import { startOf } from './clock.ts';
import type { Value, ValueType, WorldColumn } from './world.ts';

/** Fractions are of halves and quarters: sums of them are exact in every type, whatever the order. */
const numbers = [0, 1, 2, 3, 10, -4, 2.5, 12.25, -0.75];
/** Their sums are none of the values that filters name. */
export const singleValues = [0.1, 1234.56, 16_777_216, 0.5, -3.3];
export const doubleValues = [0.5, 75_001, -4, 2.5, 10_000_000];
/** Texts of one length, which compare as their numbers do. */
export const bigValues = ['9007199254740992', '9007199254740993', '9007199254740994', '9007199254740995'];
const texts = ['a', 'A', 'ab', 'a%', 'b_c', '', "it's", 'é', '\\'];
/** Beside ends of months and years, and changes of clocks in the zones of the queries. */
const times = [
  '2023-12-31T23:30:00.000',
  '2024-01-01T00:00:00.000',
  '2024-01-31T23:59:59.999',
  '2024-02-29T05:30:00.000',
  '2024-03-30T23:59:59.999',
  '2024-03-01T04:59:59.999',
  '2024-03-10T06:59:59.999',
  '2024-03-10T07:00:00.000',
  '2024-03-31T00:30:00.000',
  '2024-03-31T01:30:00.000',
  '2024-04-06T15:15:00.000',
  '2024-07-01T12:00:00.000',
  '2024-10-05T15:45:00.000',
  '2024-10-27T00:45:00.000',
  '2024-10-27T01:45:00.000',
  '2024-11-03T05:30:00.000',
  '2024-11-03T06:30:00.000',
  '2025-01-01T00:00:00.000',
].map((text) => Date.parse(`${text}Z`));

/** Picks one of a few values, so that rows share them. */
export function randomValue(choices: Choices, type: ValueType): Exclude<Value, null> {
  switch (type) {
    case 'number':
      return choices.pick(numbers);
    case 'string':
      return choices.pick(texts);
    case 'boolean':
      return choices.happens(50);
    case 'time':
      return choices.pick(times);
  }
}

export function randomCell(choices: Choices, { type, isDay }: Pick<WorldColumn, 'type' | 'isDay'>): Value {
  if (choices.happens(20)) return null;
  const value = randomValue(choices, type);
  return isDay ? startOf('day', Number(value)) : value;
}

/** Columns that every random cube has in addition to its keys. */
export const plainColumns: readonly WorldColumn[] = [
  { name: 'n', type: 'number' },
  { name: 'm', type: 'number' },
  { name: 's', type: 'string' },
  { name: 'b', type: 'boolean' },
  { name: 't', type: 'time' },
  { name: 'd', type: 'time', isDay: true },
];
