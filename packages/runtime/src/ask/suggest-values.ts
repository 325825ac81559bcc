import type { CacheMode, ValuesAnswer, WireFilter, WireQuery } from '@orrery/contract';
import { type MemberId, requireDimension } from '@orrery/semantic';
import { type ModelForCaller, type ParsedQuery, prepareAll } from '../query/index.ts';
import { requestOf } from '../question/index.ts';
import { InvalidQuery, type RequestedQuery, requestProblem } from '../request/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { Waiting } from './answers.ts';
import { ask, type AskDependencies, type AskOptions } from './ask.ts';

/** The choice of the values to suggest. */
export interface ValuesWanted {
  readonly member: string;
  /** A part of the value, in any letter case; for texts only. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cache?: CacheMode | undefined;
  /** Conditions on the rows that the values are of. */
  readonly filters?: readonly WireFilter[] | undefined;
}

/** Suggests values of a dimension, of the rows the caller may see. @throws what `ask` throws */
export async function suggestValues(
  runtime: CallerRuntime,
  read: () => ValuesWanted,
  options: Omit<AskOptions, 'endpoint' | 'format' | 'cacheMode'> & { readonly waitsForAnswer?: true },
  dependencies: AskDependencies,
): Promise<({ readonly kind: 'values' } & ValuesAnswer) | Waiting> {
  const asked = () => {
    const wanted = read();
    return requestOf(queryFor(wanted), wanted.cache ?? 'stale-if-slow');
  };
  const taken = { ...options, endpoint: 'values', takes: 'rows', format: 'columnar' } as const;
  const answer = await ask(runtime, { kind: 'read', read: asked, prepare: prepareSuggestions }, taken, dependencies);
  if (answer.kind === 'wait') return answer;
  const [result] = answer.results;
  const { dimensions: [member] = [], limit: most } = result?.query ?? {};
  if (!result || member === undefined || most === undefined) throw new Error('the query has a dimension and a limit');
  const values = firstColumn(result.answer.data);
  const limit = most - 1;
  const isCut = values.length > limit || values.length === result.prepared.bound.limit;
  return { kind: 'values', member, values: values.slice(0, limit), complete: !isCut };
}

function queryFor({ member, search, limit, filters = [] }: ValuesWanted): WireQuery {
  return {
    dimensions: [member],
    filters: [
      { member, operator: 'set' },
      ...(search ? [{ member, operator: 'contains' as const, values: [search] }] : []),
      ...filters,
    ],
    order: { [member]: 'asc' },
    limit: limit + 1, // one more tells whether these are all
    responseFormat: 'columnar',
  };
}

/** @throws InvalidQuery also when the model keeps the values of the dimension from being suggested */
function prepareSuggestions(
  queries: readonly RequestedQuery[],
  state: ModelForCaller,
  now: number,
): readonly ParsedQuery[] {
  const maxLimit = Math.max(state.query.maxLimit, ...queries.map(({ query }) => query.limit ?? 0));
  const unlimited = { ...state, query: { ...state.query, maxLimit } };
  const prepared = inWordsOfRequest(() => prepareAll(queries, unlimited, now));
  prepared.forEach(requireSuggestions);
  return prepared;
}

/** Rewrites problems of the derived query as problems of the requested member, and reports each once. */
function inWordsOfRequest<T>(prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    const { problems, isUserError, status, message } = error;
    // A member that cannot be queried also causes problems in filters and the order.
    const ofMember = problems.filter(({ path }) => path?.startsWith('dimensions'));
    const causes = ofMember.length > 0 ? ofMember : problems;
    const once = new Map(causes.map((one) => [`${one.code} ${one.message}`, { ...one, path: 'member' }]));
    throw new InvalidQuery([...once.values()], { isUserError, status, error: message });
  }
}

/** @throws InvalidQuery when the model keeps the values of the dimension from being suggested */
function requireSuggestions({ query, prepared: { bound, model } }: ParsedQuery): void {
  if (bound.outputs[0]?.expression.kind !== 'dimension') return;
  const [member] = query.dimensions ?? [];
  const dimension = requireDimension(model.index, member as MemberId); // bound, so it exists
  if (dimension.suggestsFilterValues) return;
  const message = `The model does not suggest values of '${member}'`;
  const hint = 'It says suggest_filter_values: false';
  throw new InvalidQuery([requestProblem('request.not-suggested', message, { path: 'member', hint })]);
}

/** The columnar form, as it has just been written. */
function firstColumn(data: readonly Uint8Array[]): ValuesAnswer['values'] {
  const { columns } = JSON.parse(Buffer.concat(data).toString('utf8')) as {
    readonly columns: ValuesAnswer['values'][];
  };
  return columns[0] ?? [];
}
