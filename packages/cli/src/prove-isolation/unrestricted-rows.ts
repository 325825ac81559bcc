import type { WireQuery } from '@orrery/contract';
import { bindModelFilter, type BoundQuery, type ModelIndex } from '@orrery/semantic';
import {
  type RequestedQuery,
  askOnce,
  type CallerRuntime,
  DataSourceFailure,
  InvalidQuery,
  type ModelForCaller,
  prepareAll,
  requestOf,
  type ParsedQuery,
} from '@orrery/runtime';
import { Invalid, type SecurityContext } from '@orrery/kernel';
import { rowsIn } from './answer-rows.ts';
import type { ExpectedRows } from './compare-answer.ts';
import { namesOf } from './query-parts.ts';
import { type Left, unrestricted } from '@orrery/deployments';

export interface UnrestrictedQuery {
  readonly model: ModelIndex;
  readonly left: Pick<Left, 'rows' | 'rowsIfJoined' | 'incomparableIfJoined'>;
  /** Maximum number of rows to read. */
  readonly most: number;
}

interface Unread {
  readonly words: string;
  /** Whether it has an answer that exceeds the size limit. */
  readonly isTooLarge: boolean;
}

/** Rows to which rules of joined cubes cannot be applied as ordinary filters. */
interface Incomparable {
  readonly incomparable: string;
}

interface ProofCaller {
  readonly caller: CallerRuntime;
  readonly context: SecurityContext;
  readonly clock: { now(): number };
}

/** Returns the rows, or the reason why there are none. */
export async function unrestrictedRows(
  { caller, context, clock }: ProofCaller,
  query: WireQuery,
  { model: index, left, most }: UnrestrictedQuery,
): Promise<ExpectedRows | Unread | Incomparable> {
  const runtime: CallerRuntime = Object.create(caller, {
    access: { value: unrestricted(index) },
    model: { value: { ...caller.model, index } },
  });
  let limit = Infinity;
  let isJoined = false;
  const prepare = (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) => {
    return prepareAll(queries, state, now).map((one): ParsedQuery => {
      const { bound } = one.prepared;
      limit = bound.limit ?? Infinity;
      const ofJoined = bound.joined.flatMap((cube) => left.rowsIfJoined.get(cube) ?? []);
      isJoined ||= ofJoined.length > 0;
      const rowFilters = [
        ...bound.rowFilters,
        ...[...left.rows, ...ofJoined].flatMap((filter) => boundFilters(filter, index, bound.ruleZone)),
      ];
      return { ...one, prepared: { ...one.prepared, bound: { ...bound, limit: most, rowFilters } } };
    });
  };
  try {
    const options = { securityContext: context, clock, format: 'compact', countsTotal: false } as const;
    const unlimited = { kind: 'read', read: () => requestOf(query, 'no-cache'), prepare } as const;
    const { results } = await askOnce(runtime, unlimited, options);
    if (isJoined && left.incomparableIfJoined !== undefined) return { incomparable: left.incomparableIfJoined };
    const data = results.flatMap(({ answer }) => answer.data);
    const read = rowsIn(JSON.parse(Buffer.concat(data).toString('utf8'))).rows(namesOf(query));
    return { rows: read, isComplete: read.length < most, most: limit };
  } catch (error) {
    if (error instanceof InvalidQuery || error instanceof DataSourceFailure)
      return { words: error.message, isTooLarge: false };
    if (error instanceof Invalid) return { words: error.message, isTooLarge: true };
    throw error;
  }
}

function boundFilters(filter: Left['rows'][number], index: ModelIndex, zone: BoundQuery['ruleZone']) {
  const bound = bindModelFilter(index, zone, filter);
  if (!bound.ok) throw new Error(`a rule cannot be bound: ${bound.problems.map(({ message }) => message).join()}`);
  return bound.value;
}
