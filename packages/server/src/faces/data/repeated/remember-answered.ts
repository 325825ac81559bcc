import type { BodyAnswer, CallerRuntime, Encoding, QueryEvent } from '@orrery/runtime';
import { ownersOf } from '@orrery/runtime';
import type { TokenCaller } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalFor } from '../admitted.ts';
import type { RightsCheck } from '../data-access.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { claimsOf } from '../note-claims.ts';
import { areSentAtOnce, beginningOfLine } from './lines-of-queries.ts';
import type { RepeatedRequest } from './repeated-requests.ts';

/** A request whose answer is being sent. */
export interface RequestToRemember {
  readonly runtime: CallerRuntime;
  readonly answer: Pick<BodyAnswer, 'body' | 'repeatable'>;
  readonly endpoint: QueryEvent['endpoint'];
}

/** A request for many queries, each of which is answered by a line. */
interface PageToRemember extends Pick<RequestToRemember, 'runtime' | 'endpoint'> {
  /** Answers by the ids that the client gave to its queries. */
  readonly answers: readonly (readonly [id: string, answer: BodyAnswer])[];
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
  if (!answer.repeatable() || claimsOf(request).length > 0) return undefined;
  const caller = { principal: principalFor(request), rightsCheck: rightsCheckOf(request, runtime) };
  const found = foundOf({ runtime, endpoint, answers: [answer] }, caller, request.routeOptions.url);
  return (reply) => {
    const sent = headOf(reply);
    if (!found || reply.statusCode !== 200 || !sent) return;
    if (answer.body.readyIn(sent.encoding)?.byteLength !== sent.bytes) return;
    repeated.remember(request.raw, { ...found, head: sent.head, encoding: sent.encoding });
  };
}

/**
 * Remembers a request for many queries, if it would remember a request for each of them and the lines are not long. Bodies whose lines are sent
 * compressed are compressed for it once.
 *
 * @returns a function to call when all lines were sent
 */
export function rememberPage(
  request: FastifyRequest,
  { runtime, endpoint, answers }: PageToRemember,
  { rightsCheckOf, repeated }: RememberDependencies,
): OnSent | undefined {
  if (claimsOf(request).length > 0 || !areSentAtOnce(answers.map(([, { body }]) => body))) return undefined;
  const caller = { principal: principalFor(request), rightsCheck: rightsCheckOf(request, runtime) };
  const given = { runtime, endpoint, answers: answers.map(([, answer]) => answer) };
  const found = foundOf(given, caller, request.routeOptions.url);
  return async (reply) => {
    const sent = headOf(reply);
    if (!found || reply.statusCode !== 200 || !sent) return;
    const lines = answers.map(([id]) => beginningOfLine(id));
    if (sent.encoding !== 'identity') await Promise.all(answers.map(([, { body }]) => body.kept.packRest()));
    repeated.remember(request.raw, { ...found, head: sent.head, encoding: sent.encoding, lines });
  };
}

/** Called when an answer was sent. */
type OnSent = (reply: FastifyReply) => void | Promise<void>;

/** Work to be done when the answers of a route were sent; the route takes `onResponse` as its hook. */
export class AfterSending {
  readonly #works = new WeakMap<FastifyRequest, OnSent>();

  add(request: FastifyRequest, work: OnSent | undefined): void {
    if (work) this.#works.set(request, work);
  }

  readonly onResponse = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    this.#works.get(request)?.(reply);
}

interface AnsweredCaller {
  readonly principal: TokenCaller;
  readonly rightsCheck: RightsCheck;
}

/** The caller of a request, and its answer. */
export interface AnsweredCall extends RequestToRemember, AnsweredCaller {
  /** Equal for equal calls of one admitted caller. */
  readonly key: string;
}

/** Remembers a call as `rememberAnswered` does a request; it is answered without compression. */
export function rememberCall(
  { key, principal, rightsCheck, runtime, endpoint, answer }: AnsweredCall,
  { repeated }: Pick<DataDependencies, 'repeated'>,
): void {
  const found = foundOf({ runtime, endpoint, answers: [answer] }, { principal, rightsCheck }, undefined);
  if (found) repeated.rememberCall(key, { ...found, head: [], encoding: 'identity' });
}

interface FoundAnswers extends Pick<RequestToRemember, 'runtime' | 'endpoint'> {
  readonly answers: readonly Pick<BodyAnswer, 'repeatable'>[];
}

/** @returns `undefined` unless all answers are those of a repetition, and their dates mean the same */
function foundOf(
  { runtime, endpoint, answers }: FoundAnswers,
  { principal, rightsCheck }: AnsweredCaller,
  route: string | undefined,
): Omit<RepeatedRequest, 'head' | 'encoding'> | undefined {
  const found = answers.flatMap((answer) => answer.repeatable() ?? []);
  const [first] = found;
  if (!first || found.length < answers.length || found.some(({ slot }) => slot !== first.slot)) return undefined;
  const policies = found.flatMap(({ answer }) => answer.refresh);
  const dataSources = policies.flatMap((policy) => (policy.kind === 'default' ? [policy.dataSource] : []));
  return {
    rightsCheck,
    runtime,
    answers: found.map(({ key, model, variant, noted }) => ({ key, model, variant, query: noted })),
    slot: first.slot,
    dataSources: [...new Set(dataSources)],
    route,
    owners: ownersOf(principal),
    endpoint,
    principal,
  };
}

const encodings: readonly Encoding[] = ['identity', 'gzip', 'br'];

/** @returns `undefined` for an encoding that bodies are not kept in */
function headOf(reply: FastifyReply) {
  const { 'content-length': length, 'transfer-encoding': _, ...others } = reply.getHeaders();
  const encoding = encodings.find((one) => one === (others['content-encoding'] ?? 'identity'));
  if (!encoding) return undefined;
  const head = Object.entries(others).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [name, String(one)])),
  );
  return { head, encoding, bytes: Number(length) };
}
