import type { GetHeaders, Retry } from '../http/index.ts';
import type { DataSchemas, LoadOptions, Query } from './data-types.ts';
import type { WatchOptions } from './watch-answers.ts';

/** How `subscribe` hears of new rows, in place of asking again and again. */
export interface SubscriptionTransport {
  open(place: SubscriptionPlace): Subscribe;
}

/** The Data API of a client, and what its results are made of. */
export interface SubscriptionPlace {
  readonly apiUrl: string;
  readonly getHeaders: GetHeaders;
  readonly retry?: Retry | undefined;
  /** Makes of a result what the client returns. */
  read<Result>(result: DataSchemas['LoadResult']): Result;
  /** Returns the text by which two results are compared. */
  stateOf(result: DataSchemas['LoadResult']): string;
}

/**
 * Yields the result of a query, and each time that its rows have changed. A result that was not taken yet is replaced
 * by a newer one.
 *
 * @throws OrreryError for a refusal of the server, and for options that the transport does not support; the reason of
 *   the signal
 */
export type Subscribe = <Result>(query: Query, options: LoadOptions & WatchOptions) => AsyncGenerator<Result, void>;
