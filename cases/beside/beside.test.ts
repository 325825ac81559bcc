import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldQuery } from '../proof/answer.ts';
import { compileWorld } from '../proof/ask.ts';
import { choices } from '../proof/choices.ts';
import type { Difference } from '../proof/compare.ts';
import { type Example, minimise } from '../proof/minimise.ts';
import { type OpenPlace, places } from '../proof/places.ts';
import { patienceMs, questionsOr, settingsFor } from '../proof/property-settings.ts';
import { randomModel } from '../proof/random-model.ts';
import { randomQuery } from '../proof/random-query.ts';
import { describeExample } from '../proof/report.ts';
import type { World } from '../proof/world.ts';
import { differenceOfForms, type Tally } from './beside.ts';
import { withSegments } from './unchanged.ts';

const questions = questionsOr(40);
/** Number of questions for each random model. */
const questionsOfModel = 10;
const leastModels = 3;

describe.each(places)('$name', ({ name, share, open }) => {
  let place: OpenPlace;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it(
    'shows the same value of a measure whatever is asked beside it',
    async () => {
      const tally: Tally = { compared: 0, refused: new Map() };
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          const world = withSegments(randomModel(made));
          const model = compileWorld(world, place);
          for (let asked = 0; asked < questionsOfModel; asked++) {
            const query = randomQuery(made, world);
            const difference = await differenceOrError(place, world, query, model, tally);
            if (difference) throw new Error(await describeSmallest(place, { world, query }, difference));
          }
        }),
        settingsFor(Math.max(leastModels, (questions * share) / questionsOfModel)),
      );
      console.log(`${name}: ${tally.compared} pairs; refused: ${JSON.stringify([...tally.refused])}`);
      expect(tally.compared).toBeGreaterThan(questions * share);
    },
    patienceMs,
  );
});

async function differenceOrError(
  place: OpenPlace,
  world: World,
  query: WorldQuery,
  model = compileWorld(world, place),
  tally?: Tally,
): Promise<Difference | undefined> {
  try {
    return await differenceOfForms(place, world, query, model, tally);
  } catch (error) {
    return {
      what: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      expected: [],
      given: [],
    };
  }
}

async function describeSmallest(place: OpenPlace, example: Example, difference: Difference): Promise<string> {
  const isSame = ({ what }: Difference) => what.slice(0, 8) === difference.what.slice(0, 8);
  const smallest = await minimise(example, async ({ world, query }) => {
    const found = await differenceOrError(place, world, query);
    return found !== undefined && isSame(found);
  });
  return describeExample(smallest, (await differenceOrError(place, smallest.world, smallest.query)) ?? difference);
}
