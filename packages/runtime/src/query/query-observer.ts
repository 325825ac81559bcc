import type { WireQuery } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';

/** Observes each answered query: metrics count it, the history stores it. */
export interface QueryObserver {
  /** Must not block: it is called before the answer is sent, or after the last byte of a long one. */
  observe(event: QueryEvent): void;
}

/** A statement of SQL as the caller wrote it. */
interface WrittenStatement {
  readonly sql: string;
  /** That its parts over the model name, once it is bound. */
  readonly members?: readonly string[];
}

export interface QueryEvent {
  readonly requestId: string;
  readonly deploymentId: number;
  readonly branch: string | null;
  readonly endpoint:
    | 'load'
    | 'subscribe'
    | 'graphql'
    | 'export'
    | 'values'
    | 'sql'
    | 'cubesql'
    | 'source-sql'
    | 'dry-run'
    | 'explain';
  readonly principal: DataScope;
  /** The query as the caller wrote it, a list for an array; absent when none could be parsed. */
  readonly query: WireQuery | readonly WireQuery[] | WrittenStatement | undefined;
  /** SQL text, without the values of parameters. */
  readonly statements: readonly string[];
  /** The names that data sources gave the statements that ran for it, where they give any. */
  readonly engineQueryIds?: readonly string[];
  readonly dataSource: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly timingsMs: QueryTimings;
  readonly cache: CacheOutcome;
  readonly rows: number | undefined;
  /** Size of the answer's body before compression. */
  readonly bytes: number | undefined;
  readonly status: number;
  /** The stable code of the error: `data-source.timeout`, `query.unknown-member`, `request.client-left`, `internal`. */
  readonly errorCode: string | undefined;
}

/** A stage that was not reached, or that another caller's run did, is absent. */
export interface QueryTimings {
  readonly parse?: number;
  readonly bind?: number;
  readonly plan?: number;
  readonly queue?: number;
  readonly engine?: number;
  readonly encode?: number;
  readonly total: number;
}

/** *shared*: answered by a run that another request began. *none*: nothing had to be looked up. */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'shared' | 'none';

/** Calls all observers; a failing one is a bug of ours and affects neither the answer nor the others. */
export function observers(
  all: readonly QueryObserver[],
  log: { error(facts: object, message: string): void },
): QueryObserver {
  return {
    observe: (event) => {
      for (const observer of all) {
        try {
          observer.observe(event);
        } catch (error) {
          log.error({ err: error, requestId: event.requestId }, 'a query could not be noted');
        }
      }
    },
  };
}

export const ignoreQueries: QueryObserver = { observe: () => undefined };
