import { useEffect, useState } from 'react';
import type { LoadResult, QueryOf, RegisteredModel, WatchOptions } from '../data/index.ts';
import { useDataClient } from './data-provider.ts';

export interface UseDataSubscriptionResult<Q> {
  /** The newest rows; absent before the first ones, and as soon as the query changes. */
  readonly data: LoadResult<Q> | undefined;
  /** Why the subscription has ended. */
  readonly error: unknown;
  readonly isLoading: boolean;
}

const nothing = { data: undefined, error: undefined };

/** Runs a query, and shows its rows again each time they have changed, until the component is gone. */
export function useDataSubscription<const Q extends QueryOf<RegisteredModel>>(
  query: Q,
  { everyMs, isPaused = false }: Pick<WatchOptions, 'everyMs'> & { readonly isPaused?: boolean } = {},
): UseDataSubscriptionResult<Q> {
  const client = useDataClient();
  const text = JSON.stringify(query);
  type State = { readonly of: object; readonly text: string } & Pick<UseDataSubscriptionResult<Q>, 'data' | 'error'>;
  const [state, setState] = useState<State>({ of: client, text, ...nothing });
  useEffect(() => {
    if (isPaused) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (shown: Pick<State, 'data' | 'error'>) => {
      if (!signal.aborted) setState({ of: client, text, ...shown });
    };
    const watch = async () => {
      let last: LoadResult<Q> | undefined;
      try {
        const asked = JSON.parse(text) as Q; // as it was given
        for await (const result of client.subscribe(asked, { everyMs, signal }))
          show({ data: (last = result), error: undefined });
      } catch (error) {
        show({ data: last, error });
      }
    };
    void watch();
    return () => leaving.abort();
  }, [client, text, everyMs, isPaused]);
  const isCurrent = state.of === client && state.text === text;
  const { data, error } = isCurrent ? state : nothing;
  return { data, error, isLoading: !isPaused && data === undefined && error === undefined };
}
