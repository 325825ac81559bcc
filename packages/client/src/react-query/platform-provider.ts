import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import type { PlatformClient } from '../platform/index.ts';
import type { Provided } from './mark-of-client.ts';

const Platform = createContext<Provided<PlatformClient> | undefined>(undefined);

export interface PlatformProviderProps {
  /** The client of the user: another user needs another client, so that no data of the previous one are shown. */
  readonly client: PlatformClient;
  /** Names the user and the server, for a cache that outlives the page; without it nothing is found there. */
  readonly cacheKey?: string | undefined;
  readonly children?: ReactNode;
}

/** Gives the hooks of the Platform API their client. It stands within a `QueryClientProvider`. */
export function PlatformProvider({ client, cacheKey, children }: PlatformProviderProps): ReactNode {
  const value = useMemo(() => ({ client, cacheKey }), [client, cacheKey]);
  return createElement(Platform.Provider, { value }, children);
}

/** The client of the nearest `PlatformProvider`. @throws without one */
export function usePlatform(): PlatformClient {
  return useProvidedPlatform().client;
}

/** The client, with the key of its answers. @throws without one */
export function useProvidedPlatform(): Provided<PlatformClient> {
  const provided = useContext(Platform);
  if (provided) return provided;
  throw new Error('Hooks of the Platform API stand within a PlatformProvider');
}
