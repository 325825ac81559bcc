import type { BodyAnswer, CallerRuntime, Encoding, QueryEvent, RepeatableBody } from '@orrery/runtime';
import { ownersOf } from '@orrery/runtime';
import type { TokenCaller } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalFor } from '../admitted.ts';
import type { RightsCheck } from '../data-access.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { claimsOf } from '../note-claims.ts';
import type { RepeatedRequest } from './repeated-requests.ts';

/** A request whose answer is being sent. */
export interface RequestToRemember {
  readonly runtime: CallerRuntime;
  readonly answer: BodyAnswer;
  readonly endpoint: QueryEvent['endpoint'];
}

type RememberDependencies = Pick<DataDependencies, 'rightsCheckOf' | 'repeated'>;

/**
 * Remembers a request whose repetition has the same answer: one question that does not depend on the present moment,
 * answered from the cache, without warnings about the request itself.
 *
 * @returns a function to call when the answer was sent, because its headers are known then
 */
export function rememberAnswered(
  request: FastifyRequest,
  { runtime, endpoint, answer }: RequestToRemember,
  { rightsCheckOf, repeated }: RememberDependencies,
): OnSent | undefined {
  const repeatable = answer.repeatable();
  if (!repeatable || claimsOf(request).length > 0) return undefined;
  const { variant } = repeatable;
  const asked = { runtime, endpoint, repeatable };
  const found = foundOf(asked, principalFor(request), rightsCheckOf(request, runtime), request.routeOptions.url);
  return (reply) => {
    const sent = headOf(reply);
    if (reply.statusCode !== 200 || !sent || answer.body.readyIn(sent.encoding)?.byteLength !== sent.bytes) return;
    repeated.remember(request.raw, { ...found, head: sent.head, body: { variant, encoding: sent.encoding } });
  };
}

/** Called when an answer was sent. */
export type OnSent = (reply: FastifyReply) => void;

/** The caller of a request, and its answer. */
export interface AnsweredCall extends RequestToRemember {
  /** Equal for equal calls of one admitted caller. */
  readonly key: string;
  readonly principal: TokenCaller;
  readonly rightsCheck: RightsCheck;
}

/** Remembers a call as `rememberAnswered` does a request; it is answered without compression. */
export function rememberCall(
  { key, principal, rightsCheck, runtime, endpoint, answer }: AnsweredCall,
  { repeated }: Pick<DataDependencies, 'repeated'>,
): void {
  const repeatable = answer.repeatable();
  if (!repeatable) return;
  const body = { variant: repeatable.variant, encoding: 'identity' } as const;
  const found = foundOf({ runtime, endpoint, repeatable }, principal, rightsCheck, undefined);
  repeated.rememberCall(key, { ...found, head: [], body });
}

interface FoundAnswer extends Pick<RequestToRemember, 'runtime' | 'endpoint'> {
  readonly repeatable: RepeatableBody;
}

function foundOf(
  { runtime, endpoint, repeatable: { key, answer, model, noted } }: FoundAnswer,
  principal: TokenCaller,
  rightsCheck: RightsCheck,
  route: string | undefined,
): Omit<RepeatedRequest, 'head' | 'body'> {
  return {
    rightsCheck,
    runtime,
    model,
    answerKey: key,
    dataSources: answer.refresh.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : [])),
    route,
    owners: ownersOf(principal),
    noted: { endpoint, principal, query: noted },
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
