import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { DataClient } from '../data/index.ts';

// A provider takes clients of every model and form of numbers.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyClient = DataClient<any>;

const Data = createContext<AnyClient | undefined>(undefined);

export interface DataProviderProps {
  /** Who asks: another user takes another client. */
  readonly client: AnyClient;
  readonly children?: ReactNode;
}

/** Gives the hooks of the Data API their client. It stands within a `QueryClientProvider`. */
export function DataProvider({ client, children }: DataProviderProps): ReactNode {
  return createElement(Data.Provider, { value: client }, children);
}

/** The client of the nearest `DataProvider`. @throws without one */
export function useDataClient(): DataClient {
  const client = useContext(Data);
  if (client) return client;
  throw new Error('Hooks of the Data API stand within a DataProvider');
}
