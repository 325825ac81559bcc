import { createDataClient } from '@orrery/client/data';
import { type ReactNode, useMemo } from 'react';
import { type DataSource, DataContext } from './contexts.ts';
import { ReportProvider, type ReportProviderProps } from './report-provider.tsx';

export interface EmbedProviderProps extends ReportProviderProps {
  /** A token of the Data API, or a function that gets one, which is called again when a token is refused. */
  readonly token: string | (() => string | Promise<string>);
  /** Address of the Data API: `deploymentUrl + "/cubejs-api/v1"`. */
  readonly apiUrl: string;
  readonly children?: ReactNode;
}

let made = 0;

/**
 * The earlier form: the page brings a token of the Data API itself, and keeps the report. Dashboards and chats need
 * `CubeEmbedProvider`.
 */
export function EmbedProvider({ token, apiUrl, children, ...report }: EmbedProviderProps) {
  const source = useMemo((): DataSource => {
    const data = createDataClient({ apiUrl, token });
    made += 1;
    return { key: `token ${made}`, isReady: true, error: undefined, open: () => Promise.resolve(data) };
  }, [apiUrl, token]);
  return (
    <DataContext.Provider value={source}>
      <ReportProvider {...report}>{children}</ReportProvider>
    </DataContext.Provider>
  );
}
