import {
  type ContinueWait,
  dataOperations,
  type ValuesAnswer,
  valuesRequestSchema,
  type WireQuery,
} from '@orrery/contract';
import { type MemberId, requireDimension } from '@orrery/semantic';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type RequestedQuery,
  ask,
  InvalidQuery,
  type ModelForCaller,
  prepareAll,
  requestOf,
  requestProblem,
  shapeProblems,
  type ParsedQuery,
} from '@orrery/runtime';
import { clientSignal } from '../../http/index.ts';
import { principalFor } from './admitted.ts';
import { continueWait } from './continue-wait.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { routeOf } from './route-of.ts';

/** Suggests values of a dimension: what a filter on it may hold, of the rows the caller may see. */
export function registerValuesRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  app.route({
    ...routeOf(dataOperations.values),
    handler: (request, reply) => answerValues(request, reply, dependencies),
  });
}

async function answerValues(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DataDependencies,
): Promise<ValuesAnswer | ContinueWait> {
  const { runtimeOf, memory } = dependencies;
  const runtime = await runtimeOf(request);
  const caller = { principal: principalFor(request), requestId: request.id, signal: clientSignal(reply) };
  const read = () => {
    const values = readValuesRequest(parametersOf(request, memory));
    return requestOf(queryFor(values), values.cache ?? 'stale-if-slow');
  };
  const options = { endpoint: 'values', ...caller, takes: 'rows', format: 'columnar' } as const;
  const answer = await ask(runtime, { kind: 'read', read, prepare: prepareSuggestions }, options, dependencies);
  if (answer.kind === 'wait') return continueWait(answer);
  const [result] = answer.results;
  const { dimensions: [member] = [], limit: most } = result?.query ?? {};
  if (!result || member === undefined || most === undefined) throw new Error('the query has a dimension and a limit');
  const values = firstColumn(result.answer.data);
  const limit = most - 1;
  const isCut = values.length > limit || values.length === result.prepared.bound.limit;
  return { member, values: values.slice(0, limit), complete: !isCut };
}

function readValuesRequest(parameters: Readonly<Record<string, unknown>>) {
  const outcome = valuesRequestSchema.safeParse(parameters, { reportInput: true });
  if (outcome.success) return outcome.data;
  throw new InvalidQuery(outcome.error.issues.flatMap((issue) => shapeProblems(issue)));
}

function queryFor({ member, search, limit }: ReturnType<typeof readValuesRequest>): WireQuery {
  return {
    dimensions: [member],
    filters: [
      { member, operator: 'set' },
      ...(search ? [{ member, operator: 'contains' as const, values: [search] }] : []),
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
