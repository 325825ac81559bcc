import { dataOperations, type ValuesAnswer, valuesRequestSchema, type WireQuery } from '@orrery/contract';
import { type MemberId, requireDimension } from '@orrery/semantic';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { principalFor } from './admitted.ts';
import { callerOf, tellToWait } from './caller-of.ts';
import type { ContinueWait } from './continue-wait.ts';
import type { DataDependencies } from './data-dependencies.ts';
import {
  InvalidQuery,
  type ModelForCaller,
  noteAnswers,
  observed,
  type PreparedQuery,
  prepareOneKnowing,
  prepareQuery,
  requestProblem,
  shapeProblems,
  tenantOf,
} from '@orrery/runtime';
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
  const { runtimeOf, memory, answers, clock } = dependencies;
  const runtime = await runtimeOf(request);
  const principal = principalFor(request);
  return observed({ endpoint: 'values', request, principal, runtime }, dependencies, async (note) => {
    const { member, search, limit, cache } = readValuesRequest(parametersOf(request, memory));
    const query: WireQuery = {
      dimensions: [member],
      filters: [
        { member, operator: 'set' },
        ...(search ? [{ member, operator: 'contains' as const, values: [search] }] : []),
      ],
      order: { [member]: 'asc' },
      limit: limit + 1, // one more tells whether these are all
      responseFormat: 'columnar',
    };
    note.query = query;
    const unlimited = { ...runtime.query, maxLimit: Math.max(runtime.query.maxLimit, limit + 1) };
    const now = clock.now();
    const asker = { tenant: tenantOf(principal), insists: true };
    const prepare = (state: ModelForCaller) =>
      inWordsOfRequest(() => prepareQuery(query, { ...state, query: unlimited }, now));
    const prepared = await prepareOneKnowing(prepare, runtime, asker);
    requireSuggestions(prepared, member);
    const outcome = await answers.answer({
      prepared,
      runtime,
      shape: { format: 'columnar', countsTotal: false },
      cacheMode: cache ?? 'stale-if-slow',
      ...callerOf(principal, request, reply),
    });
    if (outcome.kind === 'wait') return tellToWait(note, outcome);
    const { answer } = outcome;
    noteAnswers(note, [outcome]);
    const values = firstColumn(answer.data);
    const isCut = values.length > limit || values.length === prepared.bound.limit;
    return { member, values: values.slice(0, limit), complete: !isCut };
  });
}

function readValuesRequest(parameters: Readonly<Record<string, unknown>>) {
  const outcome = valuesRequestSchema.safeParse(parameters, { reportInput: true });
  if (outcome.success) return outcome.data;
  throw new InvalidQuery(outcome.error.issues.flatMap((issue) => shapeProblems(issue)));
}

/** What is wrong with the query that the request stands for is wrong with its member, and is said once. */
function inWordsOfRequest<T>(prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    const { problems, isUserError, status, message } = error;
    // A member that cannot be asked for is no good in filters and the order either.
    const ofMember = problems.filter(({ path }) => path?.startsWith('dimensions'));
    const causes = ofMember.length > 0 ? ofMember : problems;
    const once = new Map(causes.map((one) => [`${one.code} ${one.message}`, { ...one, path: 'member' }]));
    throw new InvalidQuery([...once.values()], { isUserError, status, error: message });
  }
}

/** @throws InvalidQuery when the model keeps the values of the dimension from being suggested */
function requireSuggestions({ bound, model }: PreparedQuery, member: string): void {
  if (bound.outputs[0]?.expression.kind !== 'dimension') return;
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
