import type { ModelIndex } from '@orrery/semantic';
import type { WorldQuery } from '../proof/answer.ts';
import type { Place } from '../proof/ask.ts';
import type { Choices } from '../proof/choices.ts';
import type { Difference } from '../proof/compare.ts';
import { accessOf, compileGuarded, runningOnce } from './ask-as.ts';
import { describeAsked } from './describe-asked.ts';
import { type AskAs, idsOf } from './difference-as.ts';
import type { GuardedWorld, Identity } from './guarded-world.ts';
import { withOtherHiddenRows } from './hidden-rows.ts';
import { type GuardedExample, minimiseGuarded } from './minimise-guarded.ts';
import { type Answering, type Asking, honest, type Proving } from './prove-world.ts';
import { randomGuardedWorld } from './random-guard.ts';
import { randomIdentity } from './random-identity.ts';
import { randomWiderQuery } from './random-wider-query.ts';
import { askedOf, piecesTouched, readerOf } from './reading.ts';

export const identitiesOfPair = 4;
export const queriesOfPair = 6;

export interface PairTally {
  rows: number;
  refused: number;
  /** Queries that name no cube with hidden rows. */
  unnamed: number;
  /** Identities that every row is shown to. */
  seeingAll: number;
}

export function newPairTally(): PairTally {
  return { rows: 0, refused: 0, unnamed: 0, seeingAll: 0 };
}

/**
 * Asks two models that differ in nothing but rows that the identity may not see: rows, totals and refusals are equal.
 *
 * @returns the first difference in words
 */
export async function proveTwoWorlds(
  made: Choices,
  place: Place,
  tally: PairTally,
  { answering = honest, isMinimised = true }: Proving = {},
): Promise<string | undefined> {
  const guarded = randomGuardedWorld(made, { single: 70 });
  const queries = Array.from({ length: queriesOfPair }, () => randomWiderQuery(made, guarded.world));
  const model = compileGuarded(guarded);
  for (let at = 0; at < identitiesOfPair; at++) {
    const identity = randomIdentity(made);
    const pair = pairOf(guarded, identity, place, model);
    if (!pair) {
      tally.seeingAll += queriesOfPair;
      continue;
    }
    for (const query of queries) {
      const { given, difference } = await compareWorlds(pair, query, answering);
      tally[given] += 1;
      const touched = piecesTouched(pair.one.reader, query);
      if (pair.changed.every((cube) => !touched.has(cube))) tally.unnamed += 1;
      if (!difference) continue;
      const example = { guarded, identity, query };
      return isMinimised
        ? describeSmallest(example, difference, place, answering)
        : describeAsked(guarded, identity, query, difference);
    }
  }
  return undefined;
}

/** One identity before both models. */
interface Pair {
  readonly one: Asking;
  readonly other: Asking;
  /** Cubes whose hidden rows differ. */
  readonly changed: readonly string[];
}

/** Returns `undefined` where no row is hidden. */
function pairOf(
  guarded: GuardedWorld,
  identity: Identity,
  place: Place,
  model = compileGuarded(guarded),
): Pair | undefined {
  const other = withOtherHiddenRows(readerOf(guarded, identity));
  if (!other) return undefined;
  const rows = runningOnce(place);
  const asking = (one: GuardedWorld, compiled: ModelIndex): Asking => {
    const access = accessOf(compiled, identity);
    const reader = readerOf(one, identity);
    return { dialect: place.dialect, rows, guarded: one, model: compiled, access, identity, reader };
  };
  const changed = { ...guarded, world: other.world };
  return {
    one: asking(guarded, model),
    other: asking(changed, compileGuarded(changed)),
    changed: other.changed,
  };
}

interface PairComparison {
  readonly given: 'rows' | 'refused';
  readonly difference: Difference | undefined;
}

async function compareWorlds({ one, other }: Pair, query: WorldQuery, answering: Answering): Promise<PairComparison> {
  const known = new Set(idsOf(one.guarded.world));
  if (!askedOf(query).every((id) => known.has(id))) throw new Error('the query names what there is not');
  const shown = [one, other].map(async (asking) => shownBy(answering(asking), query));
  const settled = await Promise.allSettled(shown);
  const thrown = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (thrown.length > 0) return { given: 'refused', difference: differenceOf(thrown[0]) };
  const [expected = '', given = ''] = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const what = 'other hidden rows change the answer';
  return {
    given: expected.startsWith('refused') ? 'refused' : 'rows',
    difference: expected === given ? undefined : { what, expected: [[expected]], given: [[given]] },
  };
}

function differenceOf(error: unknown): Difference {
  const what = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
  return { what, expected: [], given: [] };
}

/** Rows in no order: the query does not say which of equal rows comes first. Sums of doubles depend on the order of their parts. */
async function shownBy(ask: AskAs, query: WorldQuery): Promise<string> {
  const given = await ask(query, {});
  if (!given.ok) return `refused: ${given.words}`;
  const shown = (cell: unknown) =>
    typeof cell === 'string' && /^-?\d+\.\d+/.test(cell) ? Number(cell).toPrecision(9) : cell;
  try {
    const rows = (await given.rows()).map((row) => JSON.stringify(row.map(shown))).toSorted();
    const counted = await ask(query, { countsRows: true });
    const total = counted.ok ? await counted.rows() : counted.words;
    return JSON.stringify({ names: given.names, rows, total });
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function describeSmallest(
  example: GuardedExample,
  found: Difference,
  place: Place,
  answering: Answering,
): Promise<string> {
  const differenceIn = async ({ guarded, identity, query }: GuardedExample) => {
    try {
      const pair = pairOf(guarded, identity, place);
      return pair && (await compareWorlds(pair, query, answering)).difference;
    } catch {
      return undefined; // what makes no sense shows nothing
    }
  };
  const isSame = (one: Difference | undefined) => one?.what.slice(0, 30) === found.what.slice(0, 30);
  const smallest = await minimiseGuarded(example, async (smaller) => isSame(await differenceIn(smaller)));
  const { guarded, identity, query } = smallest;
  const other = withOtherHiddenRows(readerOf(guarded, identity));
  const cubes = guarded.world.cubes.map(({ name, rows }) => ({ name, rows }));
  const changed = other?.world.cubes.filter(({ name }) => other.changed.includes(name)) ?? [];
  const told = `rows: ${JSON.stringify(cubes)}\nin the other world: ${JSON.stringify(changed.map(({ name, rows }) => ({ name, rows })))}`;
  const difference = (await differenceIn(smallest)) ?? found;
  return `${describeAsked(guarded, identity, query, difference)}\n--- ${told}`;
}
