import type { QueryAnswer } from '@orrery/embed';

/** The state of an answer, where the one before stands in for it. */
interface CurrentAnswer {
  readonly data: QueryAnswer | undefined;
  readonly error: Error | null;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly isFetching: boolean;
  readonly isSuccess: boolean;
  readonly isPlaceholderData: boolean;
}

/** The rows that are shown. Rows of an earlier query stand in only while the next ones are on their way. */
export function shownOf(answer: CurrentAnswer, isAsked: boolean) {
  const { fetchStatus, isFetching, isSuccess, isPlaceholderData } = answer;
  const error = isAsked ? answer.error : null;
  const isCancelled = isAsked && error === null && fetchStatus === 'idle' && (isPlaceholderData || !isSuccess);
  const data = isAsked && !isCancelled ? answer.data : undefined;
  return {
    data,
    error,
    isFetching,
    /** The rows are those of an earlier query. */
    isEarlier: data !== undefined && isPlaceholderData,
    /** Whether the rows are those of the current query, and no others are loading. */
    isCurrent: data !== undefined && error === null && !isPlaceholderData && !isFetching,
    /** Whether the user has cancelled the request. */
    isCancelled,
  };
}
