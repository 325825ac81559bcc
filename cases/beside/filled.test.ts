import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '@orrery/engines';
import type { ModelIndex } from '@orrery/semantic';
import type { WorldQuery } from '../proof/answer.ts';
import { compileWorld, compileWorldQuery } from '../proof/ask.ts';
import { choices } from '../proof/choices.ts';
import { type Difference, isAlike } from '../proof/compare.ts';
import { type Example, minimise } from '../proof/minimise.ts';
import { type OpenPlace, places } from '../proof/places.ts';
import { patienceMs, questionsOr, settingsFor } from '../proof/property-settings.ts';
import { randomModel } from '../proof/random-model.ts';
import { randomQuery } from '../proof/random-query.ts';
import { describeExample } from '../proof/report.ts';
import type { Value } from '../proof/world.ts';
import { rowsOf } from '../rows-of.ts';
import { fillable, filledRows, isOverWindows } from './filled.ts';

const questions = questionsOr(100);
const questionsOfModel = 20;
/** Rows of an answer to a question without a limit. */
const mostRows = 10_000;
const leastModels = 3;

type Rows = readonly (readonly Value[])[];
type Filling = WorldQuery & { readonly fillMissing?: true };

describe.each(places)('$name', ({ name, share, open }) => {
  let place: OpenPlace;
  beforeAll(async () => {
    place = await open();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it(
    'adds the buckets that have no rows, and changes no other row',
    async () => {
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(choices, async (made) => {
          const world = randomModel(made);
          const model = compileWorld(world, place);
          for (let asked = 0; asked < questionsOfModel; asked++) {
            const query = randomQuery(made, world);
            const example = { world, query };
            const difference = await differenceOf(place, example, model);
            if (difference === 'not asked') continue;
            compared += 1;
            if (difference) throw new Error(await describeSmallest(place, example, difference));
          }
        }),
        settingsFor(Math.max(leastModels, (questions * share) / questionsOfModel)),
      );
      console.log(`${name}: ${compared} filled`);
      expect(compared).toBeGreaterThan(0);
    },
    patienceMs,
  );
});

async function differenceOf(
  place: OpenPlace,
  { world, query: given }: Example,
  model = compileWorld(world, place),
): Promise<Difference | undefined | 'not asked'> {
  const query = fillable(world, given);
  const rows = query && (await ask(place, model, query));
  const filled = query && (await ask(place, model, { ...query, fillMissing: true }));
  if (!rows || !filled) return 'not asked';
  // Several rows of one group are inner rows of a measure.
  const by = query.dimensions.length + 1;
  if (new Set(rows.rows.map((row) => JSON.stringify(row.slice(0, by)))).size < rows.rows.length) return 'not asked';
  const expected = filledRows(world, query, rows.rows);
  if (expected.length > mostRows) return 'not asked';
  const hasWindows = isOverWindows(world, query);
  const differs = (what: string, given: Rows, wanted: Rows, sql: string) => ({ what, expected: wanted, given, sql });
  if (!areAlike(expected, filled.rows, hasWindows)) return differs('the rows', filled.rows, expected, filled.text);
  const selected = [...query.measures, ...query.dimensions].toReversed().map((id) => [id, 'desc'] as const);
  const ordered: Filling = { ...query, order: selected, fillMissing: true };
  if (selected.length === 0) return undefined;
  const all = await ask(place, model, ordered);
  const page = await ask(place, model, { ...ordered, limit: 3, offset: 1 });
  const total = await ask(place, model, ordered, { countsRows: true });
  if (!all || !page || !total) return differs('refused in order', [], expected, filled.text);
  if (!areAlike(expected, all.rows, hasWindows)) return differs('rows in order', all.rows, expected, all.text);
  const part = all.rows.slice(1, 4);
  if (JSON.stringify(part) !== JSON.stringify(page.rows)) return differs('a page', page.rows, part, page.text);
  if (Number(total.rows[0]?.[0]) === expected.length) return undefined;
  return differs('the total', total.rows, [[expected.length]], total.text);
}

async function ask(place: OpenPlace, model: ModelIndex, query: Filling, options = {}) {
  const compiled = compileWorldQuery(place, model, query, options);
  if (!compiled.ok) return undefined;
  const { columns, text } = compiled.value;
  const rows = await rowsOf(place.engine, compiled.value).catch(refusedByEngine);
  if (!rows) return undefined;
  const cells = (row: (typeof rows)[number]) =>
    row.map((cell, at): Value => {
      const isNumber = columns[at]?.type === 'number' && typeof cell === 'string' && !Number.isNaN(Number(cell));
      return isNumber ? Number(cell) : cell;
    });
  return { rows: rows.map(cells), text };
}

/** Too many buckets are refused while they are made. */
function refusedByEngine(error: unknown): undefined {
  if (!(error instanceof EngineError)) throw error;
}

function areAlike(expected: Rows, given: Rows, nothingIsZero: boolean): boolean {
  if (expected.length !== given.length) return false;
  const sorted = (rows: Rows) =>
    rows
      .map((row) => row.map((cell) => (nothingIsZero && cell === null ? 0 : cell)))
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const [one, other] = [sorted(expected), sorted(given)];
  return one.every((row, at) => row.every((cell, column) => isAlike(cell, other[at]?.[column] ?? null)));
}

function keyOf(row: readonly Value[]): string {
  return JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)));
}

async function describeSmallest(place: OpenPlace, example: Example, difference: Difference): Promise<string> {
  const smallest = await minimise(example, async (smaller) => {
    const found = await differenceOf(place, smaller).catch(() => undefined);
    return found !== undefined && found !== 'not asked' && found.what === difference.what;
  });
  const found = await differenceOf(place, smallest);
  return describeExample(smallest, found === undefined || found === 'not asked' ? difference : found);
}
