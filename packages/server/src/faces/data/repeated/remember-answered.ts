import {
  type BodyAnswer,
  type CallerRuntime,
  changesWithinDay,
  type CompressedOnce,
  type Encoding,
  type KeptAnswer,
  ownersOf,
  type QueryEvent,
  type StatementAnswer,
  variantOf,
} from '@orrery/runtime';
import type { TokenCaller } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalFor } from '../admitted.ts';
import type { RightsCheck } from '../data-access.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { claimsOf } from '../note-claims.ts';
import type { RepeatedRequest } from './repeated-requests.ts';

/** A request whose answer is being sent. */
export interface AnsweredRequest {
  readonly runtime: CallerRuntime;
  readonly answer: BodyAnswer;
  readonly endpoint: 'load' | 'subscribe';
}

type Dependencies = Pick<DataDependencies, 'rightsCheckOf' | 'repeated' | 'isDevelopment'>;

/**
 * Remembers a request whose repetition has the same answer: one query that does not depend on the present moment,
 * answered from the cache, without warnings about the request itself.
 *
 * @returns a function to call when the answer was sent, because its headers are known then
 */
export function rememberAnswered(
  request: FastifyRequest,
  { runtime, endpoint, answer }: AnsweredRequest,
  dependencies: Dependencies,
): OnSent | undefined {
  const repeatable = repeatableOf(answer);
  return repeatable && rememberSent(request, { runtime, endpoint, ...repeatable }, dependencies);
}

/** The caller of a request, and its answer. */
export interface AnsweredCall extends AnsweredRequest {
  /** Equal for equal calls of one admitted caller. */
  readonly key: string;
  readonly principal: TokenCaller;
  readonly rightsCheck: RightsCheck;
}

/** Remembers a call as `rememberAnswered` does a request; it is answered without compression. */
export function rememberCall(
  { key, principal, rightsCheck, runtime, endpoint, answer }: AnsweredCall,
  { repeated, isDevelopment }: Pick<DataDependencies, 'repeated' | 'isDevelopment'>,
): void {
  const repeatable = isDevelopment ? undefined : repeatableOf(answer);
  if (!repeatable) return;
  const { kept, variant, query } = repeatable;
  const body = { variant, encoding: 'identity' } as const;
  const found = foundOf({ runtime, endpoint, kept, query }, principal, rightsCheck, undefined);
  repeated.rememberCall(key, { ...found, head: [], body });
}

type Repeatable = Pick<Kept, 'kept' | 'body' | 'variant' | 'query'>;

function repeatableOf({ request: query, results, body }: BodyAnswer): Repeatable | undefined {
  const [result, ...others] = results;
  if (!result || others.length > 0 || query.queryType !== 'regularQuery') return undefined;
  if (result.cache !== 'hit' || changesWithinDay(query)) return undefined;
  const { isMulti, written } = query;
  const kept = { key: result.key, model: result.prepared.model, answer: result.answer };
  return { kept, body, variant: variantOf({ ...result, isMulti }), query: written };
}

/** Remembers a statement as `rememberAnswered` does a query. */
export function rememberStatement(
  request: FastifyRequest,
  runtime: CallerRuntime,
  { body, kept, noted: query }: Extract<StatementAnswer, { readonly kind: 'whole' }>,
  dependencies: Dependencies,
): OnSent | undefined {
  if (!kept) return undefined;
  return rememberSent(request, { runtime, endpoint: 'cubesql', kept, body, variant: 'lines', query }, dependencies);
}

/** Called when an answer was sent. */
export type OnSent = (reply: FastifyReply) => void;

interface Kept {
  readonly runtime: CallerRuntime;
  readonly endpoint: QueryEvent['endpoint'];
  readonly kept: KeptAnswer;
  readonly body: CompressedOnce;
  readonly variant: string;
  /** The query in the form of the history. */
  readonly query: QueryEvent['query'];
}

function rememberSent(
  request: FastifyRequest,
  { runtime, endpoint, kept, body, variant, query }: Kept,
  { rightsCheckOf, repeated, isDevelopment }: Dependencies,
): OnSent | undefined {
  if (isDevelopment || claimsOf(request).length > 0) return undefined;
  const asked = { runtime, endpoint, kept, query };
  const found = foundOf(asked, principalFor(request), rightsCheckOf(request, runtime), request.routeOptions.url);
  return (reply) => {
    const sent = headOf(reply);
    if (reply.statusCode !== 200 || !sent || body.readyIn(sent.encoding)?.byteLength !== sent.bytes) return;
    repeated.remember(request.raw, { ...found, head: sent.head, body: { variant, encoding: sent.encoding } });
  };
}

function foundOf(
  { runtime, endpoint, kept, query }: Pick<Kept, 'runtime' | 'endpoint' | 'kept' | 'query'>,
  principal: TokenCaller,
  rightsCheck: RightsCheck,
  route: string | undefined,
): Omit<RepeatedRequest, 'head' | 'body'> {
  return {
    rightsCheck,
    runtime,
    model: kept.model,
    answerKey: kept.key,
    dataSources: kept.answer.refresh.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : [])),
    route,
    owners: ownersOf(principal),
    noted: { endpoint, principal, query },
  };
}

const encodings: readonly Encoding[] = ['identity', 'gzip', 'br'];

/** @returns `undefined` for an encoding that bodies are not kept in */
function headOf(reply: FastifyReply) {
  const { 'content-length': length, ...others } = reply.getHeaders();
  const encoding = encodings.find((one) => one === (others['content-encoding'] ?? 'identity'));
  if (!encoding) return undefined;
  const head = Object.entries(others).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [name, String(one)])),
  );
  return { head, encoding, bytes: Number(length) };
}
