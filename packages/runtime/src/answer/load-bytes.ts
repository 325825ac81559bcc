import type { WireProblem, WireQuery } from '@orrery/contract';
import { giveBackMemory } from '@orrery/kernel';
import type { Runtime } from '../runtime.ts';
import { annotate, type LoadFacts, loadFrame, type PreparedQuery, presentLoad } from '../query/index.ts';
import type { AnswerBody } from './answer-body.ts';
import { BodyWithId } from './body-with-id.ts';
import { CompressedOnce } from './compressed-once.ts';
import { requestProblem } from '../request/index.ts';
import { type Answer, type AnswerFacts, type AnswerHead, type AnswerStream, areRowsInBody } from './answer.ts';

export interface LoadRequest {
  readonly query: WireQuery;
  readonly prepared: PreparedQuery;
  readonly isMulti: boolean;
  readonly limits: Pick<Runtime['query'], 'maxLimit'>;
  /** Whether it is older than it should be. */
  readonly isStale: boolean;
  /** Shown in development mode. */
  readonly requestId?: string;
}

/**
 * Builds the complete body for an answer. Requests whose bodies are equal share one, compressed once; in development
 * mode each shows its own id in it.
 *
 * @param onGrown called when the answer holds more bytes than before
 */
export function loadBytes(answer: Answer, request: LoadRequest, onGrown: () => void): AnswerBody {
  const { requestId } = request;
  const variant = variantOf(request);
  const known = answer.bodies.get(variant);
  if (known) return known.forRequest(requestId);
  const kept = requestId === undefined ? request : { ...request, requestId: '' };
  const { bytes, data, idAt } = presentLoad(factsOf(answer, kept), answer.data, request.isMulti);
  const body =
    idAt === undefined
      ? new CompressedOnce(bytes, { encodings: 'fast', onCompressed: onGrown })
      : new BodyWithId(bytes, { idAt, onCompressed: onGrown });
  if (!areRowsInBody(answer)) {
    if (!answer.isRead) answer.data.forEach(giveBackMemory);
    answer.data = [data]; // one copy of the rows, not two
  }
  answer.bodies.set(variant, body);
  onGrown();
  return body.forRequest(requestId);
}

/** Everything that distinguishes the bodies of an answer. */
export function variantOf({
  query,
  prepared,
  isMulti,
  isStale,
  requestId,
}: Pick<LoadRequest, 'query' | 'prepared' | 'isMulti' | 'isStale' | 'requestId'>): string {
  const echo = JSON.stringify([prepared.echo, prepared.warnings]);
  // The echo fills in the default limit, and only an answer cut by that limit warns.
  const limit = query.limit === undefined ? 'default' : 'asked';
  const id = requestId === undefined ? '' : 'with id ';
  return `${id}${isMulti ? 'multi' : 'single'} ${isStale ? 'stale' : 'good'} ${limit} ${echo}`;
}

/**
 * Streams the body of a long answer. Whether the rows end at a limit is known only with the last one, so such warnings
 * follow the rows.
 *
 * @throws the reason why the rows end early
 */
export async function* streamedLoad(
  { head, rows }: AnswerStream,
  request: LoadRequest,
): AsyncGenerator<Uint8Array, AnswerFacts> {
  const isOpen = mayReachLimit(request);
  const reported = headFactsOf(head, request);
  const frame = loadFrame(isOpen ? { ...reported, warnings: [] } : reported, request.isMulti);
  yield frame.head;
  for (;;) {
    const piece = await rows.next();
    if (piece === undefined) break;
    yield piece;
  }
  const { facts } = rows;
  if (facts === undefined) throw new Error('rows that are over have facts');
  yield frame.tail(isOpen ? warningsOf(facts, request) : []);
  return facts;
}

type FactsRequest = Omit<LoadRequest, 'isMulti'>;

export function factsOf(answer: Answer, request: FactsRequest): LoadFacts {
  return { ...headFactsOf(answer, request), warnings: warningsOf(answer, request) };
}

function headFactsOf(head: AnswerHead, { query, prepared, isStale, requestId }: FactsRequest): LoadFacts {
  return {
    query: prepared.echo,
    lastRefreshTime: new Date(head.refreshedAt).toISOString(),
    annotation: annotate(prepared.bound, query.segments ?? [], prepared.model.index, prepared.access),
    dataSource: head.dataSource,
    dbType: head.dbType,
    slowQuery: isStale,
    ...(head.total === undefined ? {} : { total: head.total }),
    warnings: prepared.warnings,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function warningsOf(answer: AnswerFacts, request: FactsRequest): readonly WireProblem[] {
  const { warnings } = request.prepared;
  const atLimit = limitReached(answer, request);
  return atLimit ? [...warnings, atLimit] : warnings;
}

/** Whether rows may be cut by a limit that the caller did not request. */
function mayReachLimit({ query, prepared, limits }: FactsRequest): boolean {
  const { limit } = prepared.bound;
  return limit !== undefined && limit > 0 && (query.limit === undefined || limit >= limits.maxLimit);
}

/** Warns when rows may have been cut by a limit that the caller did not request. */
function limitReached(answer: AnswerFacts, request: FactsRequest): WireProblem | undefined {
  const { query, prepared, limits } = request;
  const { limit = 0, offset } = prepared.bound;
  if (!mayReachLimit(request) || answer.rowCount < limit) return undefined;
  if (answer.total !== undefined && answer.total <= offset + answer.rowCount) return undefined;
  const isDefault = query.limit === undefined;
  const larger = isDefault && limit < limits.maxLimit ? `Ask for a "limit" of up to ${limits.maxLimit}, or` : 'Ask';
  const message = `The answer ends at ${isDefault ? 'the default limit' : 'the largest limit'} of ${limit} rows; there may be more`;
  const hint = `${larger} for the next rows with "offset"; "total": true gives the total number of rows`;
  return requestProblem('request.limit-reached', message, { path: 'limit', hint });
}
