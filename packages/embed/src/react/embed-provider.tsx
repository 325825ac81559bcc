import { createDataClient } from '@orrery/client/data';
import { type ReactNode, useInsertionEffect, useMemo, useRef } from 'react';
import { type DataSource, DataContext } from './contexts.ts';
import { ReportProvider, type ReportProviderProps } from './report-provider.tsx';

export interface EmbedProviderProps extends ReportProviderProps {
  /**
   * A token of the Data API, or a function that gets one, which is called again when a token is refused. With another text the
   * report is empty. Functions are all of the same viewer: for another one, give the provider another `key`.
   */
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
  const latest = useRef(token);
  useInsertionEffect(() => {
    latest.current = token;
  });
  // Pages write functions anew for each render.
  const text = typeof token === 'string' ? token : undefined;
  const source = useMemo((): DataSource => {
    const get = () => (typeof latest.current === 'string' ? latest.current : latest.current());
    const data = createDataClient({ apiUrl, token: text ?? get });
    made += 1;
    return { key: `token ${made}`, isReady: true, error: undefined, open: () => Promise.resolve(data) };
  }, [apiUrl, text]);
  return (
    <DataContext.Provider value={source}>
      <ReportProvider key={source.key} {...report}>
        {children}
      </ReportProvider>
    </DataContext.Provider>
  );
}
