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
import { type GuardedExample, minimiseGuarded } from './minimise-guarded.ts';
import { randomGuardedWorld } from './random-guard.ts';
import { randomIdentity } from './random-identity.ts';
import { type Reader, readerOf } from './reading.ts';

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

export type Answering = (asking: Asking) => AskAs;

export interface Proving {
  readonly answering?: Answering;
  readonly isMinimised?: boolean;
}

/**
 * Asks a random model as random identities.
 *
 * @param answering who answers an identity; `honest`, or a double with a hole in it
 * @param isMinimised whether a difference is shown by the smallest example, which takes hundreds of queries
 * @returns the first difference in words
 */
export async function proveWorld(
  made: Choices,
  place: Place,
  tally: Tally,
  { answering = honest, isMinimised = true }: Proving = {},
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
      );
      tally[kind] += 1;
      if (!difference) continue;
      return isMinimised
        ? describeSmallest({ guarded, identity, query }, difference, place, answering)
        : describeAsked(guarded, identity, query, difference);
    }
  }
  return undefined;
}

async function compareOrError(
  { reader, ask }: Asking & { readonly ask: AskAs },
  query: WorldQuery,
  compared: readonly boolean[] | undefined,
): Promise<Comparison> {
  try {
    return await compareAs(reader, query, ask, compared);
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
    return { kind: 'unsettled', difference: { what, expected: [], given: [] } };
  }
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
    return (await compareOrError({ ...asking, ask }, query, variants[0])).difference;
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
