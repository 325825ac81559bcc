import { compileModel, indexModel, type MemberId, type StoredTimes } from '@orrery/semantic';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireDialect, wordsOf } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import { answerOf } from './ask.ts';
import { formatReading } from './clock.ts';

const dayMs = 86_400_000;
const start = Date.parse('2024-01-29T00:00:00Z');
const stored: StoredTimes = { days: new Set(['dates.day' as MemberId]), texts: new Set(), unknown: new Set() };
const runs = Math.ceil(Number(process.env.ORRERY_PROVE_RUNS ?? 1000) / 20);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);

let fixtures: FixtureDatabase;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
});
afterAll(() => fixtures[Symbol.asyncDispose]());

/** Days are counted from `start`; a day of the calendar says its week, a sale has a day that the calendar may not have. */
const example = fc.record({
  calendar: fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(2)), { selector: ([day]) => day, minLength: 1, maxLength: 12 }),
  sales: fc.array(fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 8 }),
  distance: fc.constantFrom(1, 3, 7, 14),
  type: fc.constantFrom('prior', 'next'),
  isNamed: fc.boolean(),
  isDay: fc.boolean(),
  zone: fc.constantFrom('UTC', 'America/New_York'),
});

it('shifts by days and weeks in the SQL of a calendar follow the bucket', async () => {
  const place = { engine: fixtures.engine, dialect: requireDialect('duckdb') };
  await fc.assert(
    fc.asyncProperty(example, async ({ calendar, sales, distance, type, isNamed, isDay, zone }) => {
      const times = type === 'prior' ? 1 : -1;
      const expected = new Map<number, number>();
      for (const [day, amount] of sales) {
        const week = calendar.find(([one]) => one === day + times * distance)?.[1];
        if (week !== undefined) expected.set(week, (expected.get(week) ?? 0) + amount);
      }
      const shift = `interval: ${distance} day, type: ${type}`;
      const text = modelOf(calendar, sales, { shift, isNamed, isDay });
      const { build } = compileModel([{ path: 'model.yml', text }]);
      if (build.problems.length > 0) throw new Error(wordsOf(build.problems));
      const rows = await answerOf(
        place,
        { ...indexModel(build.pieces, build.unavailable), ...(isDay ? { stored } : {}) },
        {
          measures: ['sales.moved'],
          dimensions: [],
          segments: [],
          timeDimensions: [{ dimension: 'dates.day', granularity: 'week' }],
          filters: [],
          timezone: isDay ? zone : 'UTC',
        },
      );
      const given = rows.map(([week, total]) => [week, Number(total)]);
      const meant = [...expected].toSorted(([one], [other]) => one - other);
      expect(given).toEqual(meant.map(([week, total]) => [formatReading(start + 7 * week * dayMs), total]));
    }),
    { numRuns: runs, seed },
  );
});

function modelOf(
  calendar: readonly (readonly [number, number])[],
  sales: readonly (readonly [number, number])[],
  { shift, isNamed, isDay }: { readonly shift: string; readonly isNamed: boolean; readonly isDay: boolean },
): string {
  const moment = (day: number) => (isDay ? `CAST(${timeOf(day)} AS DATE)` : timeOf(day));
  const days = calendar.map(([day, week]) => `SELECT ${moment(day)} AS day, ${moment(7 * week)} AS retail_week`);
  const sold = sales.map(([day, amount], id) => `SELECT ${id} AS id, ${moment(day)} AS day, ${amount} AS amount`);
  return `cubes:
  - name: dates
    calendar: true
    sql: "${days.join(' UNION ALL ')}"
    dimensions:
      - name: day
        sql: day
        type: time
        primary_key: true
        public: true
        granularities: [{ name: week, sql: "{CUBE}.retail_week" }]
        time_shift: [{ name: by_name, ${shift} }]
  - name: sales
    sql: "${sold.join(' UNION ALL ')}"
    joins: [{ name: dates, relationship: many_to_one, sql: "{CUBE}.day = {dates.day}" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures:
      - { name: total, sql: amount, type: sum }
      - { name: moved, type: number, sql: "{total}", multi_stage: true, time_shift: [{ ${isNamed ? 'name: by_name' : shift} }] }
`;
}

function timeOf(day: number): string {
  return `TIMESTAMP '${new Date(start + day * dayMs).toISOString().slice(0, 19).replace('T', ' ')}'`;
}
