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
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalFor } from '../admitted.ts';
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
  const { request: query, results, body } = answer;
  const [result, ...others] = results;
  if (!result || others.length > 0 || query.queryType !== 'regularQuery') return undefined;
  if (result.cache !== 'hit' || changesWithinDay(query)) return undefined;
  const { isMulti, written } = query;
  const kept = { key: result.key, model: result.prepared.model, answer: result.answer };
  const variant = variantOf({ ...result, isMulti });
  return rememberSent(request, { runtime, endpoint, kept, body, variant, query: written }, dependencies);
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
  /** As the history notes it. */
  readonly query: QueryEvent['query'];
}

function rememberSent(
  request: FastifyRequest,
  { runtime, endpoint, kept, body, variant, query }: Kept,
  { rightsCheckOf, repeated, isDevelopment }: Dependencies,
): OnSent | undefined {
  if (isDevelopment || claimsOf(request).length > 0) return undefined;
  const principal = principalFor(request);
  const found: Omit<RepeatedRequest, 'head' | 'body'> = {
    rightsCheck: rightsCheckOf(request, runtime),
    runtime,
    model: kept.model,
    answerKey: kept.key,
    dataSources: kept.answer.refresh.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : [])),
    route: request.routeOptions.url,
    owners: ownersOf(principal),
    noted: { endpoint, principal, query },
  };
  return (reply) => {
    const sent = headOf(reply);
    if (reply.statusCode !== 200 || !sent || body.readyIn(sent.encoding)?.byteLength !== sent.bytes) return;
    repeated.remember(request.raw, { ...found, head: sent.head, body: { variant, encoding: sent.encoding } });
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
