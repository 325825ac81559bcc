import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { PlatformClient } from '../platform/index.ts';

const Platform = createContext<PlatformClient | undefined>(undefined);

export interface PlatformProviderProps {
  /** Who asks: another user takes another client, so that nothing of the one before is shown to them. */
  readonly client: PlatformClient;
  readonly children?: ReactNode;
}

/** Gives the hooks of the Platform API their client. It stands within a `QueryClientProvider`. */
export function PlatformProvider({ client, children }: PlatformProviderProps): ReactNode {
  return createElement(Platform.Provider, { value: client }, children);
}

/** The client of the nearest `PlatformProvider`. @throws without one */
export function usePlatform(): PlatformClient {
  const client = useContext(Platform);
  if (client) return client;
  throw new Error('Hooks of the Platform API stand within a PlatformProvider');
}
