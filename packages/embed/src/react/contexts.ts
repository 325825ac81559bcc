import type { DataClient } from '@orrery/client/data';
import { createContext, useContext } from 'react';
import type { EmbedSession } from './embed-session.ts';

/** Where the data of a provider comes from. */
export interface DataSource {
  /** Tells answers for one viewer from those for others, in every key of a cache. */
  readonly key: string;
  /** Whether the session can send requests. */
  readonly isReady: boolean;
  /** Why it never can, as things are. */
  readonly error: Error | undefined;
  /** @throws OrreryError */
  readonly open: () => Promise<DataClient>;
}

export const DataContext = createContext<DataSource | undefined>(undefined);
export const SessionContext = createContext<EmbedSession | undefined>(undefined);

export function useDataSource(): DataSource {
  const source = useContext(DataContext);
  if (!source) throw new Error('This has to be inside of CubeEmbedProvider or EmbedProvider');
  return source;
}

export function useSession(): EmbedSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This has to be inside of CubeEmbedProvider');
  return session;
}
