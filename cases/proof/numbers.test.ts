import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { additiveQuestion } from './additive.ts';
import { answer } from './answer.ts';
import { answerOf, compileWorld, compileWorldAt, type Place } from './ask.ts';
import { choices } from './choices.ts';
import { type Difference, differenceOf, isAlike } from './compare.ts';
import { EngineLimits, limitOf } from './engine-limits.ts';
import { type Example, minimise } from './minimise.ts';
import { type OpenPlace, places } from './places.ts';
import { patienceMs, questionsOr, settingsFor } from './property-settings.ts';
import { randomModelOfAllTypes } from './random-model.ts';
import { randomQuery } from './random-query.ts';
import { randomWorld } from './random-world.ts';
import { describeExample } from './report.ts';

const questions = questionsOr(1000);
/** Number of questions for each random model. */
const questionsOfModel = 10;

describe.each(places)('$name', ({ name, share, open }) => {
  let place: OpenPlace;
  let limits: EngineLimits;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const settings = settingsFor((questions * share) / questionsOfModel);

  beforeEach(() => {
    limits = new EngineLimits();
  });
  afterEach(() => {
    const refused = limits.report(name);
    if (refused !== undefined) console.warn(refused);
  });

  it(
    'answers random questions of random models as the definition does, row by row',
    async () => {
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          const world = randomModelOfAllTypes(made);
          const model = await compileWorldAt(place, world);
          for (let asked = 0; asked < questionsOfModel; asked++) {
            const query = randomQuery(made, world, { hasAllOptions: true });
            const difference = await limits.within(() => differenceOrError(place, { world, query }, model));
            if (difference) throw new Error(await describeSmallest(place, { world, query }, difference));
          }
        }),
        settings,
      );
    },
    patienceMs,
  );

  it(
    'additive measures of the groups add up to the whole when no join multiplies them',
    async () => {
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          const world = randomWorld(made);
          const model = compileWorld(world, place);
          const question = additiveQuestion(made, world);
          if (!question) return;
          const answers = await limits.within(async () => ({
            whole: (await answerOf(place, model, { ...question, dimensions: [] }))[0] ?? [null],
            groups: await answerOf(place, model, question),
          }));
          if (!answers) return;
          const { whole, groups } = answers;
          const sum = groups.reduce((total, row) => total + Number(row.at(-1) ?? 0), 0);
          expect(isAlike(sum, Number(whole[0] ?? 0)), JSON.stringify({ question, whole, groups })).toBe(true);
        }),
        settings,
      );
    },
    patienceMs,
  );

  it(
    'the order of filters does not change an answer',
    async () => {
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          const world = randomWorld(made);
          const model = compileWorld(world, place);
          const query = randomQuery(made, world);
          const turned = { ...query, filters: query.filters.toReversed() };
          const defined = answer(world, query);
          if (query.filters.length < 2 || defined.kind !== 'rows') return;
          // If cubes join each other, rows start at the first one that the question names, even if only filters name
          // it.
          if (JSON.stringify(defined) !== JSON.stringify(answer(world, turned))) return;
          const isUnsettled = query.ungrouped && (query.limit !== undefined || query.offset !== undefined);
          if (isUnsettled) return;
          const both = await limits.within(async () => ({
            one: await answerOf(place, model, query),
            other: await answerOf(place, model, turned),
          }));
          if (both) expect(inSomeOrder(both.other)).toEqual(inSomeOrder(both.one));
        }),
        settings,
      );
    },
    patienceMs,
  );
});

function inSomeOrder(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** @throws EngineError of a limit of the engine's own */
async function differenceOrError(
  place: Place,
  { world, query }: Example,
  model?: ReturnType<typeof compileWorld>,
): Promise<Difference | undefined> {
  try {
    return await differenceOf(place, world, query, model);
  } catch (error) {
    if (limitOf(error) !== undefined) throw error;
    return {
      what: error instanceof Error ? `${wordsOfError(error.cause ?? error)} (${error.name})` : String(error),
      expected: [],
      given: [],
    };
  }
}

function wordsOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function describeSmallest(place: Place, example: Example, difference: Difference): Promise<string> {
  const isSame = ({ what }: Difference) => what.slice(0, 24) === difference.what.slice(0, 24);
  const limits = new EngineLimits();
  const smallest = await minimise(example, async (smaller) => {
    const found = await limits.within(() => differenceOrError(place, smaller));
    return found !== undefined && isSame(found);
  });
  return describeExample(smallest, (await limits.within(() => differenceOrError(place, smallest))) ?? difference);
}
