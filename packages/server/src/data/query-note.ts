import type { WireQuery } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import type { Runtime } from '../catalog/runtime.ts';
import type { Principal } from '../http/principal.ts';
import { RequestError } from '../http/errors.ts';
import type { AnswerOutcome } from './answer/answer-service.ts';
import { presentError } from './data-error-body.ts';
import { DataSourceFailure } from './data-source-failure.ts';
import type { CacheOutcome, QueryEvent, QueryObserver, QueryTimings } from './query-observer.ts';

/** What is learned of a query while it is answered, for the observer. */
export interface QueryNote {
  query?: WireQuery;
  statements: readonly string[];
  dataSource?: string;
  timingsMs: Omit<QueryTimings, 'total'>;
  cache: CacheOutcome;
  rows?: number;
  bytes?: number;
  /** What the caller got in place of an answer, though nothing went wrong. */
  told?: 'request.continue-wait';
}

interface Observed {
  readonly endpoint: QueryEvent['endpoint'];
  readonly request: FastifyRequest;
  readonly principal: Principal;
  readonly runtime: Runtime;
}

interface Dependencies {
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  readonly isDevelopment: boolean;
}

/** Does `work`, and tells the observer of it, however it ends. */
export async function observed<T>(
  { endpoint, request, principal, runtime }: Observed,
  { observer, clock, isDevelopment }: Dependencies,
  work: (note: QueryNote) => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const from = performance.now();
  const note: QueryNote = { statements: [], timingsMs: {}, cache: 'none' };
  const tell = (status: number, errorCode: string | undefined) => {
    observer.observe({
      requestId: request.id,
      deploymentId: runtime.deploymentId,
      branch: runtime.branch,
      endpoint,
      principal,
      query: note.query,
      statements: note.statements,
      dataSource: note.dataSource,
      startedAt,
      timingsMs: { ...note.timingsMs, total: performance.now() - from },
      cache: note.cache,
      rows: note.rows,
      bytes: note.bytes,
      status,
      errorCode,
    });
  };
  try {
    const result = await work(note);
    tell(200, note.told);
    return result;
  } catch (error) {
    tell(presentError(error, { requestId: request.id, isDevelopment }).status, errorCodeOf(error));
    throw error;
  }
}

export function noteAnswer(
  note: QueryNote,
  { answer, cache, planMs }: Extract<AnswerOutcome, { kind: 'answer' }>,
): void {
  note.cache = cache;
  note.statements = answer.statements;
  note.dataSource = answer.dataSource;
  note.rows = answer.rowCount;
  note.timingsMs = {
    ...note.timingsMs,
    ...(planMs === undefined ? {} : { plan: planMs }),
    ...(cache === 'miss' ? answer.timingsMs : {}),
  };
}

function errorCodeOf(error: unknown): string {
  if (error instanceof RequestError) return error.code;
  if (error instanceof DataSourceFailure) return `data-source.${error.errorClass}`;
  return 'internal';
}
