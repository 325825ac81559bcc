import type { Access, Dialect, ModelIndex } from '@orrery/semantic';
import type { WorldQuery } from '../proof/answer.ts';
import type { Place } from '../proof/ask.ts';
import type { Choices } from '../proof/choices.ts';
import type { Difference } from '../proof/compare.ts';
import { randomQuery } from '../proof/random-query.ts';
import { accessOf, askAs, compileGuarded, type RowsOf, runningOnce } from './ask-as.ts';
import { describeAsked } from './describe-asked.ts';
import { type AskAs, compareAs, type Comparison } from './difference-as.ts';
import type { GuardedWorld, Identity } from './guarded-world.ts';
import { withMoreHiddenRows } from './hidden-rows.ts';
import { type GuardedExample, minimiseGuarded } from './minimise-guarded.ts';
import { randomGuardedWorld } from './random-guard.ts';
import { randomIdentity } from './random-identity.ts';
import { read, type Reader, readerOf } from './reading.ts';

export const identitiesOfWorld = 8;
export const queriesOfWorld = 6;

/** Whether the planner's passes are skipped. */
const variants = [[false, true], [false], [false]];

export type Tally = Record<Comparison['kind'], number>;

/** One identity before one model. */
export interface Asking {
  readonly dialect: Dialect;
  readonly rows: RowsOf;
  readonly guarded: GuardedWorld;
  readonly model: ModelIndex;
  readonly access: Access;
  readonly identity: Identity;
  readonly reader: Reader;
}

export function honest({ dialect, rows, model, access }: Asking): AskAs {
  return askAs(dialect, rows, model, access);
}

type Answering = (asking: Asking) => AskAs;

/**
 * Asks a random model as random identities.
 *
 * @param answering who answers an identity; `honest`, or a double with a hole in it
 * @returns the first difference in words
 */
export async function proveWorld(
  made: Choices,
  place: Place,
  tally: Tally,
  answering: Answering = honest,
): Promise<string | undefined> {
  const guarded = randomGuardedWorld(made);
  const model = compileGuarded(guarded);
  const rows = runningOnce(place);
  const queries = Array.from({ length: queriesOfWorld }, () => randomQuery(made, guarded.world));
  for (let at = 0; at < identitiesOfWorld; at++) {
    const identity = randomIdentity(made);
    const reader = readerOf(guarded, identity);
    const access = accessOf(model, identity);
    const asking = { dialect: place.dialect, rows, guarded, model, access, identity, reader };
    const ask = answering(asking);
    for (const [asked, query] of queries.entries()) {
      const { kind, difference } = await compareOrError(
        { ...asking, reader, ask },
        query,
        variants[asked % variants.length],
        asked === 0,
      );
      tally[kind] += 1;
      if (difference) return describeSmallest({ guarded, identity, query }, difference, place, answering);
    }
  }
  return undefined;
}

/** @param besideMore whether the answer is compared with one over more hidden rows, too */
async function compareOrError(
  { reader, ask, ...asking }: Asking & { readonly ask: AskAs },
  query: WorldQuery,
  compared: readonly boolean[] | undefined,
  besideMore: boolean,
): Promise<Comparison> {
  try {
    const comparison = await compareAs(reader, query, ask, compared);
    if (comparison.difference || comparison.kind === 'denied' || !besideMore) return comparison;
    return { ...comparison, difference: await differenceByHiddenRows({ ...asking, reader }, query, ask) };
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
    return { kind: 'unsettled', difference: { what, expected: [], given: [] } };
  }
}

/** Compares answers over two worlds that differ in nothing but rows that the identity may not see. */
async function differenceByHiddenRows(
  asking: Asking,
  { limit: _, offset: __, ...query }: WorldQuery,
  ask: AskAs,
): Promise<Difference | undefined> {
  const { guarded, reader, identity } = asking;
  const reading = read(reader, query);
  const more =
    reading.kind === 'left' ? withMoreHiddenRows(guarded.world, reading.world.rules ?? new Map()) : undefined;
  if (!more) return undefined;
  const model = compileGuarded({ ...guarded, world: more });
  const askMore = honest({ ...asking, model, access: accessOf(model, identity) });
  const [expected, given] = await Promise.all([shownBy(ask, query), shownBy(askMore, query)]);
  if (JSON.stringify(expected) === JSON.stringify(given)) return undefined;
  return { what: 'more hidden rows change the answer', expected: [expected], given: [given] };
}

/** Rows in no order: which of equal rows comes first is not settled. Sums of doubles depend on the order of their parts. */
async function shownBy(ask: AskAs, query: WorldQuery): Promise<readonly string[]> {
  const given = await ask(query, {});
  if (!given.ok) return given.codes;
  const shown = (cell: unknown) =>
    typeof cell === 'string' && /^-?\d+\.\d+/.test(cell) ? Number(cell).toPrecision(9) : cell;
  return (await given.rows()).map((row) => JSON.stringify(row.map(shown))).toSorted();
}

async function describeSmallest(
  example: GuardedExample,
  found: Difference,
  place: Place,
  answering: Answering,
): Promise<string> {
  const differenceIn = async ({ guarded, identity, query }: GuardedExample): Promise<Difference | undefined> => {
    const model = compileGuarded(guarded);
    const reader = readerOf(guarded, identity);
    const rows = runningOnce(place);
    const access = accessOf(model, identity);
    const asking = { dialect: place.dialect, rows, guarded, model, access, identity, reader };
    const ask = answering(asking);
    return (await compareOrError({ ...asking, ask }, query, variants[0], true)).difference;
  };
  const isSame = ({ what }: Difference) => what.slice(0, 12) === found.what.slice(0, 12);
  const smallest = await minimiseGuarded(example, async (smaller) => {
    const difference = await differenceIn(smaller).catch(() => undefined); // what makes no sense shows nothing
    return difference !== undefined && isSame(difference);
  });
  const difference = (await differenceIn(smallest).catch(() => undefined)) ?? found;
  return describeAsked(smallest.guarded, smallest.identity, smallest.query, difference);
}

export function newTally(): Tally {
  return { rows: 0, denied: 0, refused: 0, unsettled: 0 };
}
