import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createDefaultReport,
  CubeEmbedProvider,
  EmbeddedChat,
  EmbeddedDashboard,
  EmbedProvider,
  persistableReport,
  type Report,
  type ReportContext,
  useDataAssetsContext,
  useEmbedSession,
  useReportContext,
  VegaChart,
} from './index.ts';

// A program that tests talk with by `window.program`. The page says which part it shows.

interface Program {
  context?: ReportContext;
  report?: Report;
  readonly updates: string[];
  readonly errors: string[];
  readonly filters: unknown[];
  loads: number;
  setFilters?: (filters: Record<string, { value: string[] }>) => void;
  setShown?: (isShown: boolean) => void;
  setToken?: (token: string) => void;
  renderAgain?: () => void;
}

const program: Program = { updates: [], errors: [], filters: [], loads: 0 };
Object.assign(window, { program });
const { server = '', dashboard = '', data = '' } = document.body.dataset;
const query = new URLSearchParams(location.search);
const part = query.get('part');
const session = async (): Promise<{ sessionId: string }> => {
  const answer = await fetch(`/session?user=${query.get('user') ?? 'ann'}`, { method: 'POST' });
  return answer.json();
};

function Reporting() {
  const context = useReportContext();
  const { semanticViews, dataAssetsLoading } = useDataAssetsContext();
  const container = useRef<HTMLDivElement>(null);
  program.context = context;
  const { report } = context;
  program.report = report;
  const views = semanticViews.map(
    ({ name, measures }) => `${name}: ${measures.map((each) => each.aliasMember).join()}`,
  );
  return (
    <>
      <p id="views">{dataAssetsLoading ? 'loading' : views.join('; ')}</p>
      <p id="problem">{report.error?.message}</p>
      {report.result ? <VegaChart {...report.result} isLoading={report.isLoading} containerRef={container} /> : null}
    </>
  );
}

function Status() {
  const { status, deploymentId } = useEmbedSession();
  return <output id="status">{`${status} ${deploymentId ?? ''}`}</output>;
}

function Shown() {
  const [filters, setFilters] = useState<Record<string, { value: string[] }>>({});
  const [isShown, setShown] = useState(true);
  Object.assign(program, { setFilters, setShown });
  if (!isShown) return <p>Another page</p>;
  if (part === 'chat') return <EmbeddedChat className="chat" theme="light" />;
  return (
    <EmbeddedDashboard
      publicId={dashboard}
      theme={query.get('theme') === 'dark' ? 'dark' : 'light'}
      filters={filters}
      onFiltersChange={(state) => program.filters.push(state)}
      onLoad={() => {
        program.loads += 1;
      }}
      onError={({ status, text }) => program.errors.push(`${status} ${text}`)}
    />
  );
}

/** A page that keeps its report, as text. */
function Earlier({ token: first }: { readonly token: string }) {
  const [token, setToken] = useState(first);
  const [, setTimes] = useState(0);
  Object.assign(program, { setToken, renderAgain: () => setTimes((before) => before + 1) });
  const [report, setReport] = useState(() => createDefaultReport(JSON.parse(localStorage.getItem('report') ?? '{}')));
  const onReportUpdate = (updates: Partial<Report>) => {
    program.updates.push(Object.keys(updates).join());
    setReport((before) => {
      const next = { ...before, ...updates };
      localStorage.setItem('report', JSON.stringify(persistableReport(next)));
      return next;
    });
  };
  const onError = ({ message }: Error) => program.errors.push(message);
  return (
    <EmbedProvider
      token={query.has('inline') ? () => token : token}
      {...{ apiUrl: data, report, onReportUpdate, onError }}
    >
      <Reporting />
    </EmbedProvider>
  );
}

/** A page that writes its function anew for each render. */
function Inline({ sessionId }: { readonly sessionId: string }) {
  const [, setTimes] = useState(0);
  program.renderAgain = () => setTimes((before) => before + 1);
  return (
    <CubeEmbedProvider apiUrl={server} sessionId={sessionId} fetchSession={() => session()}>
      <Status />
      <Shown />
    </CubeEmbedProvider>
  );
}

async function start(): Promise<void> {
  const root = createRoot(document.getElementById('app') ?? document.body);
  const client = new QueryClient();
  if (part === 'earlier') {
    const { token } = await (await fetch('/token', { method: 'POST' })).json();
    return root.render(
      <QueryClientProvider client={client}>
        <Earlier token={token} />
      </QueryClientProvider>,
    );
  }
  const { sessionId } = await session();
  if (part === 'inline')
    return root.render(
      <QueryClientProvider client={client}>
        <Inline sessionId={sessionId} />
      </QueryClientProvider>,
    );
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <CubeEmbedProvider
          apiUrl={server}
          sessionId={sessionId}
          fetchSession={query.has('once') ? undefined : session}
          onError={({ message }) => program.errors.push(message)}
        >
          <Status />
          {part === 'report' ? <Reporting /> : <Shown />}
        </CubeEmbedProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
