import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { FetchSession } from '../host/index.ts';
import { type DataSource, DataContext, SessionContext, useSession } from './contexts.ts';
import { errorOf, type SessionStatus } from './embed-session.ts';
import { ReportProvider, type ReportProviderProps } from './report-provider.tsx';
import { sessionsOf } from './sessions.ts';
import { sessionTexts } from './session-texts.ts';

export interface CubeEmbedProviderProps extends ReportProviderProps {
  /** Address of the server: `https://data.example.com`. */
  readonly apiUrl: string;
  /** The id that the host's own server got by `generate-session`. It works once: another one begins another session. */
  readonly sessionId: string;
  /** Asks the host's own server for a further session of the same viewer, before the token ends and when it has ended. */
  readonly fetchSession?: FetchSession | undefined;
  readonly children?: ReactNode;
}

/**
 * Lets what is in it show data as a viewer: exchanges the session, finds the deployment, gets tokens of the Data API and renews
 * them. A `QueryClientProvider` of TanStack Query stands around it.
 */
export function CubeEmbedProvider({ apiUrl, sessionId, fetchSession, children, ...report }: CubeEmbedProviderProps) {
  const sessions = sessionsOf(useQueryClient());
  const session = useMemo(() => sessions.of(apiUrl, sessionId), [sessions, apiUrl, sessionId]);
  useEffect(() => session.renewBy(fetchSession), [session, fetchSession]);
  useEffect(() => session.use(), [session]);
  const status = useSyncExternalStore(session.subscribe, () => session.status, opening);
  const source = useMemo(
    (): DataSource => ({
      key: session.key,
      isReady: status === 'open',
      error: status === 'opening' || status === 'open' ? undefined : errorOf(sessionTexts[status]),
      open: () => session.data(),
    }),
    [session, status],
  );
  return (
    <SessionContext.Provider value={session}>
      <DataContext.Provider value={source}>
        <ReportProvider key={session.key} {...report}>
          {children}
        </ReportProvider>
      </DataContext.Provider>
    </SessionContext.Provider>
  );
}

const opening = (): SessionStatus => 'opening';

export interface EmbedSessionState {
  readonly status: SessionStatus;
  /** The deployment of the viewer, once the session is open. */
  readonly deploymentId: number | undefined;
}

/** How far the session is. */
export function useEmbedSession(): EmbedSessionState {
  const session = useSession();
  const status = useSyncExternalStore(session.subscribe, () => session.status, opening);
  return { status, deploymentId: session.deploymentId };
}
