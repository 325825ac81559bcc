import { Invalid } from '@orrery/kernel';
import { ask, askerOf, presentError, type QueryResult, refuseLargeResult, type RepeatableRows } from '@orrery/runtime';
import { logFailure } from '../answer-data-errors.ts';
import { continueWait } from '../continue-wait.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import type { RequestSender } from '../describe-query.ts';
import type { GraphqlPlan, PlannedField, WireGraphqlError } from './graphql-messages.ts';

interface PlanSender extends RequestSender {
  readonly signal: AbortSignal;
  readonly log: Parameters<typeof logFailure>[0]['log'];
}

interface PlanBody {
  /** JSON of the whole answer. */
  readonly bytes: Buffer;
  /** Present when an equal request has the same answer while the one that it was made of is good. */
  readonly repeatable: RepeatableRows | undefined;
}

/** The answer to one `cube` field. */
type FieldAnswer =
  | {
      readonly json: Uint8Array;
      readonly facts: ReturnType<QueryResult['head']>;
      readonly repeatable: RepeatableRows | undefined;
    }
  | { readonly error: WireGraphqlError };

/** The values that all fields of one request share. */
interface Shared {
  readonly mostMb: number;
  /** Bytes of answers that may still be read, and of JSON that may still be written. */
  readonly left: { read: number; written: number };
  /** Ends with the last answer that is written. */
  writing: Promise<unknown>;
}

const bytesPerMb = 1024 * 1024;

/**
 * Asks all `cube` fields side by side, and writes their answers one after the other; together they are bounded like one
 * answer. A field that fails is `null`, and the others have their rows.
 *
 * @throws the reason of the signal
 */
export async function answerPlan(
  plan: GraphqlPlan,
  arrived: PlanSender,
  dependencies: DataDependencies,
): Promise<PlanBody> {
  const mostMb = arrived.runtime.query.maxResultMb;
  const left = { read: mostMb * bytesPerMb, written: mostMb * bytesPerMb };
  const shared: Shared = { mostMb, left, writing: Promise.resolve() };
  const answers = new Map(
    await Promise.all(
      plan.fields.map(async (field) => [field.key, await answerField(field, shared, arrived, dependencies)] as const),
    ),
  );
  const all = [...answers.values()];
  const errors = all.flatMap((answer) => ('error' in answer ? [answer.error] : []));
  const facts = all.flatMap((answer) => ('facts' in answer ? [answer.facts] : []));
  const data = plan.data.flatMap(([key, json], index) => {
    const answer = answers.get(key);
    const name = Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`);
    return [name, answer && 'json' in answer ? answer.json : Buffer.from(json)];
  });
  const before = errors.length > 0 ? `"errors":${JSON.stringify(errors)},` : '';
  const after = facts.length > 0 ? `,"extensions":${JSON.stringify(extensionsOf(facts))}` : '';
  const bytes = Buffer.concat([Buffer.from(`{${before}"data":{`), ...data, Buffer.from(`}${after}}`)]);
  const [only, ...others] = all;
  const isAlone = only && others.length === 0 && 'facts' in only && !plan.introspects;
  return { bytes, repeatable: isAlone ? only.repeatable : undefined };
}

async function answerField(
  { key, parameters, row }: PlannedField,
  shared: Shared,
  { runtime, principal, requestId, signal, log }: PlanSender,
  dependencies: DataDependencies,
): Promise<FieldAnswer> {
  const { memory, isDevelopment } = dependencies;
  memory.adopt(parameters); // the plan keeps them
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
    const { timezone } = result.prepared.echo;
    shared.left.read -= result.answer.data.reduce((sum, piece) => sum + piece.byteLength, 0);
    if (shared.left.read < 0) throw refuseLargeResult(shared.mostMb);
    const write = async () => {
      signal.throwIfAborted();
      const [first, ...others] = result.answer.data;
      const data = first && others.length === 0 ? first : Buffer.concat(result.answer.data);
      const asked = { data, row, timezone, mostBytes: shared.left.written };
      return dependencies.graphql.write(asked, askerOf(runtime, principal));
    };
    const writing = shared.writing.then(write);
    shared.writing = writing.catch(() => undefined); // the next one is written all the same
    const written = await writing;
    if (written.kind === 'too-large') throw refuseLargeResult(shared.mostMb);
    if (written.kind === 'no-number') throw noNumber(written.member);
    shared.left.written -= written.json.byteLength;
    return { json: written.json, facts: result.head(), repeatable: answer.repeatable() };
  } catch (error) {
    signal.throwIfAborted();
    const { status, body } = presentError(error, { requestId, isDevelopment });
    logFailure({ log }, error, status);
    const { error: message, ...more } = body;
    return { error: { message, path: [key], extensions: { status, ...more } } };
  }
}

function noNumber(member: string): Invalid {
  const way = 'give it the type string in the model, or leave it out';
  return new Invalid('graphql.no-number', `"${member}" is a number in the model, and has values that are none; ${way}`);
}

/** Joins the extensions of several queries: the annotations of all, the time of the oldest data, every warning. */
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
