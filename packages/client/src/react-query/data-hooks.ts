import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
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
import { useProvidedData } from './data-provider.ts';
import { markOf } from './mark-of-client.ts';

type Options<T> = Omit<UseQueryOptions<T, OrreryError>, 'queryKey' | 'queryFn'>;

export type UseDataOptions<Q> = Options<LoadResult<Q>> & Pick<LoadOptions, 'cache'>;

/** How a query goes on that takes longer; absent as soon as its rows are there. */
export type UseDataResult<Q> = UseQueryResult<LoadResult<Q>, OrreryError> & { readonly progress: Progress | undefined };

/** Runs a query of the Data API. The client repeats what may pass, so that nothing is repeated here. */
export function useData<const Q extends QueryOf<RegisteredModel>>(
  query: Q,
  { cache, ...options }: UseDataOptions<Q> = {},
): UseDataResult<Q> {
  const provided = useProvidedData();
  const { client } = provided;
  const mark = markOf(provided);
  const asked = JSON.stringify([mark, query, cache]);
  const [told, setTold] = useState<{ readonly of: string; readonly progress: Progress }>();
  const result = useQuery<LoadResult<Q>, OrreryError>({
    retry: false,
    ...options,
    queryKey: ['orrery', mark, 'load', query, cache],
    queryFn: ({ signal }) =>
      client.load(query, { cache, signal, onProgress: (progress) => setTold({ of: asked, progress }) }),
  });
  return { ...result, progress: result.isFetching && told?.of === asked ? told.progress : undefined };
}

/** Describes the model, as far as the user may see it. */
export function useMeta({
  onlyViews,
  isExtended,
  ...options
}: Options<Meta> & Pick<MetaOptions, 'onlyViews' | 'isExtended'> = {}): UseQueryResult<Meta, OrreryError> {
  const provided = useProvidedData();
  const { client } = provided;
  const mark = markOf(provided);
  return useQuery<Meta, OrreryError>({
    retry: false,
    ...options,
    queryKey: ['orrery', mark, 'meta', onlyViews === true, isExtended === true],
    queryFn: ({ signal }) => client.meta({ onlyViews, isExtended, signal }),
  });
}
