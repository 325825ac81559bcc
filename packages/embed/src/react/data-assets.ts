import type { Meta } from '@orrery/client/data';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DataSource, useDataSource } from './contexts.ts';

/** Models change rarely, and a report that names what is gone says so itself. */
const freshMs = 300_000;

/** The views of the model that the viewer may see. */
export function metaOf({ key, open }: DataSource) {
  return queryOptions({
    queryKey: ['orrery', key, 'meta'],
    queryFn: async ({ signal }) => (await open()).meta({ onlyViews: true, signal }),
    staleTime: freshMs,
  });
}

export interface DataAssets {
  /** Each with its `name`, `title`, `dimensions` and `measures`, which say their `aliasMember`. */
  readonly semanticViews: Meta['cubes'];
  readonly dataAssetsLoading: boolean;
  readonly error: Error | undefined;
}

const none: Meta['cubes'] = [];

export function useDataAssetsContext(): DataAssets {
  const source = useDataSource();
  const { data, error, isPending } = useQuery({ ...metaOf(source), enabled: source.isReady });
  const problem = error ?? source.error;
  return {
    semanticViews: data?.cubes ?? none,
    dataAssetsLoading: isPending && problem === undefined,
    error: problem,
  };
}
