import type { WireProblem } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import {
  InvalidQuery,
  type ModelForCaller,
  planPrepared,
  prepareAll,
  type Runtime,
  statementPieces,
  statementProblems,
  type Statements,
  statementShapeProblems,
} from '@orrery/runtime';
import { fieldOfQuery } from './question-fields.ts';
import { inField } from './refused-query.ts';
import { readStoredQuery, type StoredQuery } from './stored-question.ts';

/** The model and the rights that a stored query is checked with. */
export interface CheckedAgainst {
  readonly state: ModelForCaller & Pick<Runtime, 'dialectFor'>;
  readonly context: RequestContext;
  readonly now: number;
  readonly statements: Pick<Statements, 'parse'>;
}

/** How texts of one kind are checked. No data is read. */
interface Checks {
  /** Lists why a text is no query, whatever the model; empty when it is one. */
  shapeProblems(text: string, statements: CheckedAgainst['statements']): Promise<readonly WireProblem[]>;
  /** Lists why a text cannot be answered for a caller. */
  problems(text: string, against: CheckedAgainst): Promise<readonly WireProblem[]>;
  /** Names the cubes and views that a text asks, as far as a caller may ask them. */
  pieces(text: string, against: CheckedAgainst): Promise<readonly string[]>;
}

const checks: Readonly<Record<StoredQuery['kind'], Checks>> = {
  json: {
    shapeProblems: async (text) => refusedIn(() => readStoredQuery(text)),
    problems: async (text, { state, context, now }) =>
      refusedIn(() => {
        const { queries } = readStoredQuery(text);
        for (const { prepared } of prepareAll(queries, state, now)) planPrepared(prepared, context);
      }),
    pieces: async (text) => piecesIn(text),
  },
  statement: {
    shapeProblems: statementShapeProblems,
    problems: (text, { state, ...against }) => statementProblems(text, state, against),
    pieces: (text, { state, ...against }) => statementPieces(text, state, against),
  },
};

/**
 * Lists the problems of a stored query for a caller; empty when it can be answered. Paths begin with the field. A hint
 * names the most similar member, and neither message nor hint names one hidden from the caller. Reads no data.
 */
export async function storedQueryProblems(
  query: StoredQuery,
  against: CheckedAgainst,
): Promise<readonly WireProblem[]> {
  return inField(fieldOfQuery(query), await checks[query.kind].problems(query.text, against));
}

/** Lists why a text is no query, whatever the model; empty when it is one. Paths begin with the field. */
export async function shapeProblemsOf(
  query: StoredQuery,
  statements: CheckedAgainst['statements'],
): Promise<readonly WireProblem[]> {
  return inField(fieldOfQuery(query), await checks[query.kind].shapeProblems(query.text, statements));
}

/** Names the cubes and views that a stored query asks, as far as a caller may ask them. */
export function piecesOf({ kind, text }: StoredQuery, against: CheckedAgainst): Promise<readonly string[]> {
  return checks[kind].pieces(text, against);
}

function refusedIn(work: () => unknown): readonly WireProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems;
    throw error;
  }
}

/** Lists the cubes and views of the members that a query selects; it filters by members of the same ones. */
function piecesIn(text: string): readonly string[] {
  return readStoredQuery(text).queries.flatMap(({ query: { measures = [], dimensions = [], timeDimensions = [] } }) => {
    const times = timeDimensions.map(({ dimension }) => dimension);
    return [...measures, ...dimensions, ...times].flatMap((member) =>
      typeof member === 'string' ? [member.split('.')[0] ?? ''] : [],
    );
  });
}
