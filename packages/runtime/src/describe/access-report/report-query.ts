import type { AccessReport } from '@orrery/contract';
import { cubeOf, type MemberId, type ModelIndex, type RequestContext, resolveAlias } from '@orrery/semantic';
import { type RequestedQuery, InvalidQuery } from '../../request/index.ts';
import { type ModelForCaller, planPrepared, prepareAll, type ParsedQuery } from '../../query/index.ts';
import { conditionWords } from './condition-words.ts';

type ReportedQuery = NonNullable<AccessReport['query']>;

export interface QueryReport {
  readonly query: ReportedQuery;
  /** Cubes and views that it names or reads. */
  readonly concerns: ReadonlySet<string>;
}

/** Reports what policies and rules make of a query. Runs nothing. */
export function reportQuery(
  queries: readonly RequestedQuery[],
  state: ModelForCaller,
  context: RequestContext,
  now: number,
): QueryReport {
  const concerns = piecesNamed(queries, state.model.index);
  try {
    const prepared = prepareAll(queries, state, now);
    for (const one of prepared) planPrepared(one.prepared, context);
    const query = restrictionsOf(prepared);
    for (const { of } of query.rules) concerns.add(of);
    return { query, concerns };
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    return { query: { refused: error.problems.map(({ message }) => message), rules: [], masked: [] }, concerns };
  }
}

function restrictionsOf(queries: readonly ParsedQuery[]): ReportedQuery {
  const bound = queries.map(({ prepared }) => prepared.bound);
  const rules = bound.flatMap(({ rowRules }) => rowRules).map(({ of, where }) => [of, conditionWords(where)] as const);
  const masks = bound
    .flatMap((one) => one.masks)
    .map(({ member, unless }) => [member, unless && conditionWords(unless)] as const);
  return {
    rules: [...new Map(rules)].map(([of, rows]) => ({ of, rows })),
    masked: [...new Map(masks)].map(([member, except]) => ({
      member,
      ...(except === undefined ? {} : { except }),
    })),
  };
}

/** Pieces of the members named in the query, and the cubes behind those of views. */
function piecesNamed(queries: readonly RequestedQuery[], model: ModelIndex): Set<string> {
  const text = JSON.stringify(queries.map(({ query }) => query));
  const pieces = new Set<string>();
  for (const [name] of text.matchAll(/\w+\.\w+/g)) {
    const member = model.members.get(name as MemberId);
    if (!member) continue;
    pieces.add(cubeOf(member.id));
    pieces.add(cubeOf(resolveAlias(model, member.id, member.kind).member.id));
  }
  return pieces;
}
