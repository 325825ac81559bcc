import { ask, presentError, type QueryResult } from '@orrery/runtime';
import { logFailure } from '../answer-data-errors.ts';
import { continueWait } from '../continue-wait.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import type { Asker } from '../describe-query.ts';
import type { GraphqlPlan, PlannedField, WireGraphqlError } from './graphql-messages.ts';

interface Arrived extends Asker {
  readonly signal: AbortSignal;
  readonly log: Parameters<typeof logFailure>[0]['log'];
}

/** The answer to one `cube` field. */
type FieldAnswer =
  | { readonly json: string; readonly facts: ReturnType<QueryResult['head']> }
  | { readonly error: WireGraphqlError };

/**
 * Asks all `cube` fields side by side, and writes the answer. A field that fails is `null`, and the others have their rows.
 *
 * @returns JSON of the whole answer
 * @throws the reason of the signal
 */
export async function answerPlan(plan: GraphqlPlan, arrived: Arrived, dependencies: DataDependencies): Promise<string> {
  const answers = new Map(
    await Promise.all(
      plan.fields.map(async (field) => [field.key, await answerField(field, arrived, dependencies)] as const),
    ),
  );
  const data = plan.data.map(([key, json]) => {
    const answer = answers.get(key);
    return `${JSON.stringify(key)}:${answer && 'json' in answer ? answer.json : json}`;
  });
  const all = [...answers.values()];
  const errors = all.flatMap((answer) => ('error' in answer ? [answer.error] : []));
  const facts = all.flatMap((answer) => ('facts' in answer ? [answer.facts] : []));
  const parts = [
    ...(errors.length > 0 ? [`"errors":${JSON.stringify(errors)}`] : []),
    `"data":{${data.join(',')}}`,
    ...(facts.length > 0 ? [`"extensions":${JSON.stringify(extensionsOf(facts))}`] : []),
  ];
  return `{${parts.join(',')}}`;
}

async function answerField(
  { key, parameters, row }: PlannedField,
  { runtime, principal, requestId, signal, log }: Arrived,
  dependencies: DataDependencies,
): Promise<FieldAnswer> {
  const { memory, isDevelopment } = dependencies;
  const query = { kind: 'wire', parameters: () => parameters, needsQueryType: false, memory } as const;
  const options = { endpoint: 'graphql', principal, requestId, signal, format: 'compact', takes: 'rows' } as const;
  try {
    const answer = await ask(runtime, query, options, dependencies);
    if (answer.kind === 'wait') {
      const { error: message, ...extensions } = continueWait(answer);
      return { error: { message, path: [key], extensions: { code: 'request.continue-wait', ...extensions } } };
    }
    const [result] = answer.results;
    if (!result) throw new Error('a query has a result');
    const data = result.answer.data.length === 1 ? result.answer.data[0] : undefined;
    const { timezone } = result.prepared.echo;
    const json = await dependencies.graphql.write({ data: data ?? Buffer.concat(result.answer.data), row, timezone });
    return { json, facts: result.head() };
  } catch (error) {
    signal.throwIfAborted();
    const { status, body } = presentError(error, { requestId, isDevelopment });
    logFailure({ log }, error, status);
    const { error: message, ...more } = body;
    return { error: { message, path: [key], extensions: { status, ...more } } };
  }
}

/** Of several queries: the annotations of all, the time of the oldest data, every warning. */
function extensionsOf(facts: readonly ReturnType<QueryResult['head']>[]) {
  const annotation: Record<string, Record<string, unknown>> = {};
  for (const one of facts) {
    for (const [kind, members] of Object.entries(one.annotation)) {
      annotation[kind] = { ...annotation[kind], ...(members as Readonly<Record<string, unknown>>) };
    }
  }
  const [lastRefreshTime] = facts.map((one) => one.lastRefreshTime).toSorted();
  const warnings = facts.flatMap((one) => one.warnings);
  return { annotation, lastRefreshTime, ...(warnings.length > 0 ? { warnings } : {}) };
}
