import { type UseQueryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  LoadOptions,
  LoadResult,
  Meta,
  MetaOptions,
  OrreryError,
  Progress,
  QueryOf,
  RegisteredModel,
} from '../data/index.ts';
import { useDataClient } from './data-provider.ts';
import { placeOf } from './places-of-clients.ts';

type Options<T> = Omit<UseQueryOptions<T, OrreryError>, 'queryKey' | 'queryFn'>;

export type UseDataOptions<Q> = Options<LoadResult<Q>> & Pick<LoadOptions, 'cache'>;

/** How a query goes on that takes longer; absent as soon as its rows are there. */
export type UseDataResult<Q> = UseQueryResult<LoadResult<Q>, OrreryError> & { readonly progress: Progress | undefined };

/** Runs a query of the Data API. The client repeats what may pass, so that nothing is repeated here. */
export function useData<const Q extends QueryOf<RegisteredModel>>(
  query: Q,
  { cache, ...options }: UseDataOptions<Q> = {},
): UseDataResult<Q> {
  const client = useDataClient();
  const place = placeOf(client, useQueryClient());
  const [progress, setProgress] = useState<Progress>();
  const result = useQuery<LoadResult<Q>, OrreryError>({
    retry: false,
    ...options,
    queryKey: ['orrery', place, 'load', query, cache],
    queryFn: ({ signal }) => client.load(query, { cache, signal, onProgress: setProgress }),
  });
  return { ...result, progress: result.isFetching ? progress : undefined };
}

/** Describes the model, as far as the user may see it. */
export function useMeta({
  onlyViews,
  isExtended,
  ...options
}: Options<Meta> & Pick<MetaOptions, 'onlyViews' | 'isExtended'> = {}): UseQueryResult<Meta, OrreryError> {
  const client = useDataClient();
  const place = placeOf(client, useQueryClient());
  return useQuery<Meta, OrreryError>({
    retry: false,
    ...options,
    queryKey: ['orrery', place, 'meta', onlyViews === true, isExtended === true],
    queryFn: ({ signal }) => client.meta({ onlyViews, isExtended, signal }),
  });
}
