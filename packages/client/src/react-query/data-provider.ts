import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import type { DataClient } from '../data/index.ts';
import type { Provided } from './mark-of-client.ts';

// A provider takes clients of every model; numbers are texts, as the types of the hooks say.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyClient = DataClient<'text', any>;

const Data = createContext<Provided<AnyClient> | undefined>(undefined);

export interface DataProviderProps {
  /** The client of the user: another user needs another client. It leaves numbers as texts. */
  readonly client: AnyClient;
  /** Names the user and the server, for a cache that outlives the page; without it nothing is found there. */
  readonly cacheKey?: string | undefined;
  readonly children?: ReactNode;
}

/** Gives the hooks of the Data API their client. It stands within a `QueryClientProvider`. */
export function DataProvider({ client, cacheKey, children }: DataProviderProps): ReactNode {
  const value = useMemo(() => ({ client, cacheKey }), [client, cacheKey]);
  return createElement(Data.Provider, { value }, children);
}

/** The client of the nearest `DataProvider`. @throws without one */
export function useDataClient(): DataClient {
  return useProvidedData().client;
}

/** The client, with the key of its answers. @throws without one */
export function useProvidedData(): Provided<DataClient> {
  const provided = useContext(Data);
  if (provided) return provided;
  throw new Error('Hooks of the Data API stand within a DataProvider');
}
