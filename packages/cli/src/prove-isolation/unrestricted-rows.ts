import type { WireQuery } from '@orrery/contract';
import { bindModelFilter, type ModelIndex, type RequestContext, type SecurityContext } from '@orrery/semantic';
import {
  type CallerRuntime,
  DataSourceFailure,
  executeQuestion,
  InvalidQuery,
  prepareOneKnowing,
  prepareQuery,
  toQuestion,
} from '@orrery/runtime';
import { Invalid } from '@orrery/kernel';
import { rowsIn } from './answer-rows.ts';
import type { ExpectedRows } from './compare-answer.ts';
import { namesOf } from './question-parts.ts';
import { type Left, unrestricted } from '@orrery/deployments';

export interface UnrestrictedQuestion {
  readonly model: ModelIndex;
  readonly rows: Left['rows'];
  /** Maximum number of rows to read. */
  readonly most: number;
}

interface Unread {
  readonly words: string;
  /** Whether it has an answer that exceeds the size limit. */
  readonly isTooLarge: boolean;
}

interface Asker {
  readonly caller: CallerRuntime;
  readonly context: SecurityContext;
  readonly now: number;
}

/** Returns the rows, or the reason why there are none. */
export async function unrestrictedRows(
  { caller, context, now }: Asker,
  query: WireQuery,
  { model: index, rows, most }: UnrestrictedQuestion,
): Promise<ExpectedRows | Unread> {
  const runtime: CallerRuntime = Object.create(caller, {
    access: { value: unrestricted(index) },
    model: { value: { ...caller.model, index } },
  });
  try {
    const asker = { tenant: 'command line', insists: true };
    const prepared = await prepareOneKnowing((state) => prepareQuery(query, state, now), runtime, asker);
    const filters = rows.map((filter) => {
      const bound = bindModelFilter(index, prepared.bound.ruleZone, filter);
      if (!bound.ok) throw new Error(`a rule cannot be bound: ${bound.problems.map(({ message }) => message).join()}`);
      return bound.value;
    });
    const { rowFilters, limit = Infinity } = prepared.bound;
    const bound = { ...prepared.bound, limit: most, rowFilters: [...rowFilters, ...filters.flat()] };
    const shape = { format: 'compact', countsTotal: false } as const;
    const request: RequestContext = { kind: 'caller', securityContext: context };
    const turn = { runtime, tenant: 'command line', signal: new AbortController().signal };
    const { data } = await executeQuestion(toQuestion({ ...prepared, bound }, request, runtime, shape), shape, turn);
    const read = rowsIn(JSON.parse(Buffer.concat(data).toString('utf8'))).rows(namesOf(query));
    return { rows: read, isComplete: read.length < most, most: limit };
  } catch (error) {
    if (error instanceof InvalidQuery || error instanceof DataSourceFailure)
      return { words: error.message, isTooLarge: false };
    if (error instanceof Invalid) return { words: error.message, isTooLarge: true };
    throw error;
  }
}
