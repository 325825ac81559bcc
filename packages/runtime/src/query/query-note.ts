import type { Runtime } from '../runtime.ts';
import { type DataScope, RequestError } from '@orrery/kernel';
import type { AnswerFacts, AnswerHead } from '../answer/index.ts';
import { DataSourceFailure, presentError } from '../request/index.ts';
import type { CacheOutcome, QueryEvent, QueryObserver, QueryTimings } from './query-observer.ts';

/** Facts about a query for the observer, collected while it is answered. */
export interface QueryNote {
  query?: NonNullable<QueryEvent['query']>;
  statements: readonly string[];
  engineQueryIds?: readonly string[];
  dataSource?: string;
  timingsMs: Omit<QueryTimings, 'total'>;
  cache: CacheOutcome;
  rows?: number;
  bytes?: number;
  /** Code sent to the caller in place of an answer, although there was no error. */
  reported?: 'request.continue-wait';
}

interface Observed {
  readonly endpoint: QueryEvent['endpoint'];
  readonly request: { readonly id: string };
  readonly principal: DataScope;
  readonly runtime: Runtime;
}

interface QueryNoteDependencies {
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  readonly isDevelopment: boolean;
}

/** A note that the observer receives once, when it is known how the query ended. */
export interface OpenNote {
  readonly note: QueryNote;
  succeed(): void;
  fail(error: unknown): void;
}

export function openNote(
  { endpoint, request, principal, runtime }: Observed,
  { observer, clock, isDevelopment }: QueryNoteDependencies,
): OpenNote {
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
      ...(note.engineQueryIds ? { engineQueryIds: note.engineQueryIds } : {}),
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
  return {
    note,
    succeed: () => tell(200, note.reported),
    fail: (error) => {
      noteEngineQueries(note, [error instanceof DataSourceFailure ? error.engineQueryId : undefined]);
      tell(presentError(error, { requestId: request.id, isDevelopment }).status, errorCodeOf(error));
    },
  };
}

/** Runs `work` and reports it to the observer, however it ends. */
export async function observed<T>(
  observedAs: Observed,
  dependencies: QueryNoteDependencies,
  work: (note: QueryNote) => Promise<T>,
): Promise<T> {
  const open = openNote(observedAs, dependencies);
  try {
    const result = await work(open.note);
    open.succeed();
    return result;
  } catch (error) {
    open.fail(error);
    throw error;
  }
}

/** Recorded facts of an answer; rows and times of a long one are known at its end. */
export type NotedAnswer = Pick<AnswerHead, 'statements' | 'dataSource'> &
  Pick<AnswerFacts, 'engineQueryId'> & {
    readonly [Key in 'rowCount' | 'timingsMs']: AnswerFacts[Key] | undefined;
  };

interface AnsweredQuery {
  readonly answer: NotedAnswer;
  readonly cache: CacheOutcome;
  readonly planMs?: number;
}

/** Outcomes from the cheapest to the most expensive. */
const cacheOutcomes: readonly CacheOutcome[] = ['none', 'hit', 'stale', 'shared', 'miss'];

/** Records one answer, or several that are returned together: their sums, and their most expensive outcome. */
export function noteAnswers(note: QueryNote, outcomes: readonly AnsweredQuery[]): void {
  const made = outcomes.flatMap(({ cache, answer: { timingsMs } }) =>
    cache === 'miss' && timingsMs ? [timingsMs] : [],
  );
  const planned = outcomes.flatMap(({ planMs }) => (planMs === undefined ? [] : [planMs]));
  const costs = outcomes.map(({ cache }) => cacheOutcomes.indexOf(cache));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  note.cache = cacheOutcomes[Math.max(0, ...costs)] ?? 'none';
  note.statements = [...new Set(outcomes.flatMap(({ answer }) => answer.statements))];
  const running = outcomes.filter(({ cache }) => cache === 'miss' || cache === 'shared');
  noteEngineQueries(
    note,
    running.map(({ answer }) => answer.engineQueryId),
  );
  const [first] = outcomes;
  if (first) note.dataSource = first.answer.dataSource;
  const rows = outcomes.flatMap(({ answer: { rowCount } }) => (rowCount === undefined ? [] : [rowCount]));
  if (rows.length > 0 || outcomes.length === 0) note.rows = sum(rows);
  note.timingsMs = {
    ...note.timingsMs,
    ...(planned.length > 0 ? { plan: sum(planned) } : {}),
    ...(made.length > 0
      ? {
          queue: sum(made.map(({ queue }) => queue)),
          engine: sum(made.map(({ engine }) => engine)),
          encode: sum(made.map(({ encode }) => encode)),
        }
      : {}),
  };
}

/** @param ids some of them unknown */
export function noteEngineQueries(note: QueryNote, ids: readonly (string | undefined)[]): void {
  const known = ids.flatMap((id) => id ?? []);
  if (known.length > 0) note.engineQueryIds = [...(note.engineQueryIds ?? []), ...known];
}

function errorCodeOf(error: unknown): string {
  if (error instanceof RequestError) return error.code;
  if (error instanceof DataSourceFailure) return `data-source.${error.errorClass}`;
  return 'internal';
}
