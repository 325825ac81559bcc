import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDialect } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import { choices } from '../proof/choices.ts';
import type { Place } from '../proof/ask.ts';
import { maskAboveFilters, keyWithoutIdentity, rulesBelowJoins, rulesOfMembersAlone } from './planted-holes.ts';
import { identitiesOfWorld, newTally, proveWorld, queriesOfWorld } from './prove-world.ts';

/** `npm run prove -- isolation` runs more. A tenth of the queries go over HTTP, see `served.test.ts`. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 5000) * 0.9;
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
/** Index of the first world of the seed, to continue after a failure. */
const first = process.env.ORRERY_PROVE_PATH ?? '0';
/** Failures to report before the run stops. */
const mostFound = Number(process.env.ORRERY_PROVE_FOUND ?? 5);
const worldsBetweenNews = 250;
const casesOfWorld = identitiesOfWorld * queriesOfWorld;
const patienceMs = 8 * 3_600_000;

let fixtures: FixtureDatabase;
let place: Place;
beforeAll(async () => {
  fixtures = await FixtureDatabase.open();
  place = { engine: fixtures.engine, dialect: requireDialect('duckdb') };
});
afterAll(() => fixtures[Symbol.asyncDispose]());

describe('an identity', () => {
  it(
    'is answered from the rows that the rules allow, computed from raw rows, or refused like a query for missing members',
    async () => {
      const tally = newTally();
      const found: string[] = [];
      let world = Number(first);
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          if (found.length >= mostFound) return;
          const difference = await proveWorld(made, place, tally);
          if (difference !== undefined) {
            found.push(difference);
            console.log(`seed ${seed}, world ${world}\n${difference}`);
          }
          world += 1;
          if (world % worldsBetweenNews === 0) console.log(`seed ${seed}, ${world} worlds: ${JSON.stringify(tally)}`);
        }),
        { numRuns: Math.ceil(runs / casesOfWorld), seed, path: first },
      );
      console.log(`seed ${seed}: ${JSON.stringify(tally)}`);
      expect(found).toEqual([]);
      expect(tally.rows).toBeGreaterThan(tally.unsettled);
    },
    patienceMs,
  );
});

describe('the proof finds a hole at once', () => {
  it.each([
    ['a key of kept answers without the identity', keyWithoutIdentity],
    ['a rule of rows below a join', rulesBelowJoins],
    ['a mask above the filters', maskAboveFilters],
    ['a cube without its rule where it is only joined', rulesOfMembersAlone],
  ])(
    '%s',
    async (_name, hole) => {
      const tally = newTally();
      const found: string[] = [];
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          if (found.length > 0) return;
          const answering = hole();
          const difference = await proveWorld(made, place, tally, answering);
          if (difference !== undefined) found.push(difference);
        }),
        { numRuns: 60, seed: 20240515 },
      );
      expect(found).toHaveLength(1);
    },
    patienceMs,
  );
});
