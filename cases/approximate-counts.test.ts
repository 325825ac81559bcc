import { compileQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from './compile-case.ts';
import { estimatingPlaces } from './estimating-places.ts';
import type { OpenDatabase } from './live/live-database.ts';
import { rowsOf } from './rows-of.ts';
import type { Rows } from './truth-rows.ts';

/** The mean error that `docs/model.md` states. */
const meanError = 0.011;

interface Counted {
  /** An expression over `n`, which is another whole number in each row. */
  readonly value: string;
  readonly values: number;
  readonly groups: number;
}

function errorOf(found: readonly number[], values: number): number {
  return Math.sqrt(found.reduce((sum, one) => sum + (one / values - 1) ** 2, 0) / found.length);
}

/**
 * Numbers of values and of groups. Estimates are whole numbers: those of about 300 values are 3.6 greater than their pairs,
 * so most are rounded up.
 */
const sizes = [
  [1, 700, 1],
  [20, 700, 20],
  [300, 700, 300.38],
  [6_000, 200, 6_000],
  [14_000, 100, 14_000],
  [15_500, 100, 15_500],
  [60_000, 40, 60_000],
  [1_000_000, 4, 1_000_000],
] as const;

for (const place of estimatingPlaces) {
  const { dialect, numbers } = place;
  describe.skipIf(place.isMissing === true)(`approximate counts of different values on ${place.name}`, () => {
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await place.open();
    });
    afterAll(() => database[Symbol.asyncDispose]());

    const compiled = ({ value, values, groups }: Counted, dimensions: readonly string[]) => {
      const text = `
cubes:
  - name: facts
    sql: ${numbers({ values, groups })}
    dimensions: [{ name: part, sql: part, type: number }]
    measures: [{ name: different, sql: ${JSON.stringify(value)}, type: count_distinct_approx }]
`;
      const query = { measures: ['facts.different'], dimensions };
      const bound = accept(bindCase({ model: { name: value, text }, query }));
      return accept(compileQuery(bound.query, bound.model, dialect));
    };
    const ask = (text: string): Promise<Rows> => rowsOf(database.engine, { text, params: [] });

    /** Returns the estimates for groups that have this number of distinct values each. */
    async function estimates(counted: Counted): Promise<readonly number[]> {
      const rows = await rowsOf(database.engine, compiled(counted, ['facts.part']));
      return rows.map((row) => Number(row[1]));
    }

    it.each(place.kinds)('are as near as documented over 700 groups of %s', async (_, value) => {
      const found = await estimates({ value, values: 1500, groups: 700 });
      expect(found).toHaveLength(700);
      expect(errorOf(found, 1500)).toBeLessThan(meanError);
      expect(Math.max(...found.map((one) => Math.abs(one / 1500 - 1)))).toBeLessThan(5 * meanError);
    });

    it.each(sizes)('are as good for %d values', async (values, groups, expected) => {
      const found = await estimates({ value: '{CUBE}.n', values, groups });
      expect(errorOf(found, values)).toBeLessThan(0.02);
      const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
      expect(Math.abs(mean / expected - 1)).toBeLessThan((4 * meanError) / Math.sqrt(groups));
    });

    it('are exact for one value, and 0 for none', async () => {
      expect(new Set(await estimates({ value: '{CUBE}.n', values: 1, groups: 700 }))).toEqual(new Set([1]));
      expect(new Set(await estimates({ value: 'NULLIF({CUBE}.n, {CUBE}.n)', values: 5, groups: 7 }))).toEqual(
        new Set([0]),
      );
    });

    it('skip missing values', async () => {
      for (const one of await estimates({ value: place.halved, values: 1000, groups: 7 }))
        expect(Math.abs(one - 100)).toBeLessThan(6);
    });

    it('are the same for the same values in other types, so that sketches of two sources fit together', async () => {
      const [first, ...others] = await Promise.all(
        place.types.map((type) =>
          estimates({ value: `CAST({CUBE}.n % 201 - 100 AS ${type})`, values: 201, groups: 20 }),
        ),
      );
      for (const other of others) expect(other).toEqual(first);
    });

    it('tell the moments of a repeated hour apart, and count one moment once', async () => {
      const [found = 0] = await estimates({ value: place.repeatedHour, values: 14_400, groups: 1 });
      expect(Math.abs(found / 7200 - 1)).toBeLessThan(5 * meanError);
    });

    /** The SQL of the estimate of one number, its pair, and what it is without groups, of another number of pairs. */
    function estimateOf(counted: Counted) {
      const { text } = compiled(counted, []);
      const [, estimate = ''] = /^SELECT\s+(.*)\s+AS "facts__different"$/m.exec(text) ?? [];
      const words = 'COUNT(DISTINCT ';
      const counting = enclosed(estimate, words);
      const filter = enclosed(estimate, ' FILTER (');
      return {
        text,
        pair: counting.slice(words.length, -1),
        from: (pairs: string) => estimate.replace(counting + filter, pairs),
      };
    }

    it.each([500, 20_000])('of %d values are those of merged sketches of parts', async (values) => {
      const counted = { value: `{CUBE}.n % ${values}`, values: 3 * values, groups: 1 };
      const { text, pair, from } = estimateOf(counted);
      // The parts have values in common.
      const merged = `WITH pairs AS (SELECT n, ${pair} AS pair FROM (${numbers(counted)}) AS "facts"),
parts AS (SELECT n % 7 AS part, pair % 4096 AS register, ${place.bitOr}(${place.bitOf('pair')}) AS bits FROM pairs GROUP BY 1, 2),
registers AS (SELECT register, ${place.bitOr}(bits) AS bits FROM parts GROUP BY register)
SELECT ${from(`SUM(${place.bitCount})`)} AS different FROM registers`;
      expect(await ask(merged)).toEqual(await ask(text));
    });

    /** The estimate is a form of its own; this is the sum whose inverse it has to be. */
    it('are the number of values for which this number of pairs is expected', async () => {
      const { from } = estimateOf({ value: '{CUBE}.n', values: 1, groups: 1 });
      const found = await ask(
        `SELECT n, ${from('n')} AS found FROM (${numbers({ values: 60_000, groups: 2 })}) AS numbers WHERE n % 7 = 1`,
      );
      expect(found).toHaveLength(17_143);
      const isOff = ([pairs, values]: Rows[number]) =>
        pairsOf(Number(values) * (1 - 1e-4) - 1) > Number(pairs) ||
        pairsOf(Number(values) * (1 + 1e-4) + 1) < Number(pairs);
      expect(found.filter(isOff)).toEqual([]);
    });
  });
}

/** The number of pairs that is expected for a number of values. */
function pairsOf(values: number): number {
  let pairs = 0;
  for (let level = 1; level < 80; level++) pairs -= 4096 * Math.expm1(-values / 4096 / 2 ** level);
  return pairs;
}

/** The part of a statement from some words on, which open a parenthesis, until it is closed. */
function enclosed(text: string, words: string): string {
  const begin = text.indexOf(words);
  if (begin < 0) return '';
  let depth = 1;
  let end = begin + words.length;
  for (let isQuoted = false; depth > 0 && end < text.length; end++) {
    if (text[end] === "'") isQuoted = !isQuoted;
    if (text[end] === '(' && !isQuoted) depth += 1;
    if (text[end] === ')' && !isQuoted) depth -= 1;
  }
  return text.slice(begin, end);
}
