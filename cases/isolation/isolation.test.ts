import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDialect } from '../compile-case.ts';
import { FixtureDatabase } from '../fixture-database.ts';
import { type Choices, choices } from '../proof/choices.ts';
import type { Place } from '../proof/ask.ts';
import {
  type Hole,
  maskAboveFilters,
  keyWithoutIdentity,
  rulesBelowJoins,
  rulesOfMembersAlone,
} from './planted-holes.ts';
import { type Answering, identitiesOfWorld, newTally, proveWorld, queriesOfWorld } from './prove-world.ts';
import { identitiesOfPair, newPairTally, proveTwoWorlds, queriesOfPair } from './two-worlds.ts';

/** `npm run prove -- isolation` runs more. A tenth of the queries go over HTTP, see `served.test.ts`. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 5000) * 0.9;
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
/** Index of the first world of the seed, to continue after a failure. */
const first = process.env.ORRERY_PROVE_PATH ?? '0';
/** Failures to report before the run stops. */
const mostFound = Number(process.env.ORRERY_PROVE_FOUND ?? 5);
const worldsBetweenNews = 250;
const casesOfWorld = identitiesOfWorld * queriesOfWorld;
/** Each pair of worlds costs four statements for a query. */
const shareOfPairs = process.env.ORRERY_PROVE_RUNS === undefined ? 0.03 : 0.2;
const casesOfPair = identitiesOfPair * queriesOfPair;
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

  it(
    'is answered or refused alike over two worlds that differ in rows that it may not see',
    async () => {
      const tally = newPairTally();
      const found: string[] = [];
      let world = Number(first);
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          if (found.length >= mostFound) return;
          const difference = await proveTwoWorlds(made, place, tally);
          if (difference !== undefined) {
            found.push(difference);
            console.log(`seed ${seed}, world ${world}\n${difference}`);
          }
          world += 1;
          if (world % worldsBetweenNews === 0) console.log(`seed ${seed}, ${world} pairs: ${JSON.stringify(tally)}`);
        }),
        { numRuns: Math.ceil((runs * shareOfPairs) / casesOfPair), seed, path: first },
      );
      console.log(`seed ${seed}: ${JSON.stringify(tally)}`);
      expect(found).toEqual([]);
      expect(tally.rows).toBeGreaterThan(0);
      expect(tally.unnamed).toBeGreaterThan(0);
    },
    patienceMs,
  );
});

const alone = (made: Choices, answering: Answering) =>
  proveWorld(made, place, newTally(), { answering, isMinimised: false });
const inPairs: typeof alone = (made, answering) =>
  proveTwoWorlds(made, place, newPairTally(), { answering, isMinimised: false });

describe('the proof finds a hole at once', () => {
  it.each<[string, Hole, typeof alone?, number?]>([
    ['a key of kept answers without the identity', keyWithoutIdentity],
    ['a rule of rows below a join', rulesBelowJoins],
    ['a mask above the filters', maskAboveFilters],
    ['a cube without its rule where it is only joined', rulesOfMembersAlone],
    ['other values of rows that a cube hides where it is only joined', rulesOfMembersAlone, inPairs, 13],
  ])(
    '%s',
    async (_name, hole, prove = alone, holeSeed = 20240515) => {
      const found: string[] = [];
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          if (found.length > 0) return;
          const difference = await prove(made, hole());
          if (difference !== undefined) found.push(difference);
        }),
        { numRuns: 60, seed: holeSeed },
      );
      expect(found).toHaveLength(1);
    },
    patienceMs,
  );
});
