import type { WireProblem } from '@orrery/contract';
import { Unavailable } from '@orrery/kernel';
import type { RequestContext } from '@orrery/semantic';
import type { ModelForCaller } from '../query/index.ts';
import { InvalidQuery } from '../request/index.ts';
import type { Runtime } from '../runtime.ts';
import { readSelect } from './read-statement.ts';
import { StatementInvalid } from './refuse-statement.ts';
import type { Statements } from './statements.ts';

export interface StatementChecking {
  readonly context: RequestContext;
  readonly now: number;
  readonly statements: Pick<Statements, 'parse'>;
}

type CheckedState = ModelForCaller & Pick<Runtime, 'dialectFor'>;

/**
 * Why a statement cannot be run for a caller, with its place in the text and the nearest name that the caller may see;
 * empty when it can be. Reads no data.
 *
 * @throws Unavailable when it cannot be read or compared now
 */
export async function statementProblems(
  text: string,
  state: CheckedState,
  checking: StatementChecking,
): Promise<readonly WireProblem[]> {
  try {
    await placed(text, state, checking);
    return [];
  } catch (error) {
    // A data source that the project does not define; whatever else is unavailable is so for now.
    if (error instanceof Unavailable && error.code === 'data-source.unknown')
      return [{ code: error.code, message: error.message }];
    return problemsIn(error);
  }
}

/** The cubes and views that a statement asks; none for one that cannot be run for the caller. */
export async function statementPieces(
  text: string,
  state: CheckedState,
  checking: StatementChecking,
): Promise<readonly string[]> {
  try {
    return (await placed(text, state, checking)).pieces;
  } catch (error) {
    problemsIn(error);
    return [];
  }
}

async function placed(text: string, state: CheckedState, { context, now, statements }: StatementChecking) {
  const select = await readSelect(text, statements);
  const { placeStatement } = await import('./place-statement.ts');
  return placeStatement(select, { text, zone: state.query.defaultZone, now, context, runtime: state }, state);
}

/** @throws what refuses no statement */
export function problemsIn(error: unknown): readonly WireProblem[] {
  if (error instanceof StatementInvalid) return [error.problem];
  if (error instanceof InvalidQuery) return error.problems;
  throw error;
}
