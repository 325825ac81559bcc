import { OrreryError } from '@orrery/client/data';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { readStatement } from '../view/index.ts';
import { useDataSource } from './contexts.ts';
import { metaOf } from './data-assets.ts';
import { queryOfReport } from './query-of-report.ts';
import {
  createDefaultReport,
  type LogicalFilter,
  type LogicalQuery,
  type Report,
  type ReportResult,
} from './report.ts';

export interface ReportProviderProps {
  /** The report, where the page keeps it; else the provider does. */
  readonly report?: Report | undefined;
  /** Receives what has changed of the report. A page that keeps the report puts it there. */
  readonly onReportUpdate?: ((updates: Partial<Report>) => void) | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface ReportContext {
  readonly report: Report;
  /** Runs a statement, by default that of the report. @param force asks the data source, whatever is kept of answers */
  readonly runQuery: (sql?: string, force?: boolean) => Promise<void>;
  readonly updateReport: (updates: Partial<Report>) => void;
  /** Changes members or filters, and runs the statement that follows from them. */
  readonly updateLogicalQueryAndRunQuery: (updates: Partial<LogicalQuery>) => Promise<void>;
  readonly selectedSemanticView: string | undefined;
  /** Chooses a view. With another one than before, the report is empty. */
  readonly setSelectedSemanticView: (name: string | undefined) => void;
  readonly clearReport: () => void;
  /** Adds a filter that does not act yet, unless there is one: give it values by `updateLogicalQueryAndRunQuery`. */
  readonly addFilterForColumn: (name: string) => void;
  /** Takes away the filters of a column, and runs the statement that follows. */
  readonly removeFilterByColumnId: (name: string) => Promise<void>;
}

/** The statement of a query ends with the usual limit of answers. */
const limitOf = (sql: string): number => Number(/\bLIMIT\s+(\d+)\s*;?\s*$/i.exec(sql)?.[1] ?? Number.POSITIVE_INFINITY);

const Context = createContext<ReportContext | undefined>(undefined);
/** The sources of rows, by their keys: a page that keeps a report never shows those of another viewer. */
const sources = new WeakMap<ReportResult, string>();
/** Rows that a report holds in the page. */
const mostRows = 50_000;

export function useReportContext(): ReportContext {
  const context = useContext(Context);
  if (!context) throw new Error('This has to be inside of CubeEmbedProvider or EmbedProvider');
  return context;
}

/** One for each data source: give it the key of the source. */
export function ReportProvider({
  report: given,
  onReportUpdate,
  onError,
  children,
}: ReportProviderProps & { readonly children?: ReactNode }) {
  const client = useQueryClient();
  const source = useDataSource();
  const [own, setOwn] = useState(createDefaultReport);
  const [atStart] = useState(given?.result);
  const isForeign =
    given?.result !== undefined &&
    sources.get(given.result) !== source.key &&
    (given.result === atStart || sources.has(given.result));
  const report = useMemo(() => {
    return isForeign && given ? { ...given, result: undefined } : (given ?? own);
  }, [isForeign, given, own]);
  const latest = useRef({ report, source, given, onReportUpdate, onError });
  useEffect(() => {
    latest.current = { report, source, given, onReportUpdate, onError };
  });
  /** The run whose rows are waited for. */
  const running = useRef<AbortController>(undefined);
  const isGone = useRef(false);
  useInsertionEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    const { given: kept, onReportUpdate: tell } = latest.current;
    // A run of the source before this one has been stopped, and says nothing any more.
    if (running.current === undefined && (isForeign || kept?.isLoading))
      tell?.({ result: undefined, isLoading: false, error: undefined });
    else if (isForeign) tell?.({ result: undefined });
  }, [isForeign]);

  const acts = useMemo(() => {
    const update = (updates: Partial<Report>) => {
      if (isGone.current) return;
      const { current } = latest;
      // What follows in the same turn builds on it.
      current.report = { ...current.report, ...updates };
      if (current.given === undefined) setOwn((before) => ({ ...before, ...updates }));
      current.onReportUpdate?.(updates);
    };
    /** Runs one request at a time: a later request replaces the running one. */
    const run = async (act: (signal: AbortSignal) => Promise<Partial<Report>>) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      update({ isLoading: true, error: undefined });
      try {
        const updates = await act(own.signal);
        if (running.current === own && !own.signal.aborted) update({ ...updates, isLoading: false });
      } catch (error) {
        if (running.current !== own || own.signal.aborted) return;
        const problem = error instanceof Error ? error : new Error(String(error));
        update({ isLoading: false, error: problem, result: undefined });
        latest.current.onError?.(problem);
      }
    };
    const rowsOf = async (sql: string, isForced: boolean, signal: AbortSignal): Promise<ReportResult> => {
      const { key, open } = latest.current.source;
      const data = await open();
      const cache = isForced ? 'no-cache' : undefined;
      const answer = await readStatement(data, sql, { signal, cache, most: mostRows });
      const { schema, data: rows } = answer;
      const result = { schema, data: rows, isTruncated: answer.isTruncated || rows.length >= limitOf(sql) };
      sources.set(result, key);
      return result;
    };
    const ask = (logicalQuery: LogicalQuery) => {
      update({ logicalQuery });
      return run(async (signal) => {
        const { current } = latest;
        const query = queryOfReport(logicalQuery, await client.fetchQuery(metaOf(current.source)));
        if (!query) return { sqlQuery: '', result: undefined };
        const converted = await (await current.source.open()).convert(query, { signal });
        if (converted.status === 'error') throw new OrreryError(converted.error, { code: 'client.no-statement' });
        const sqlQuery = String(converted.query);
        return { sqlQuery, result: await rowsOf(sqlQuery, false, signal) };
      });
    };
    const clear = (semanticView: string | undefined) => {
      running.current?.abort();
      const { logicalQuery, ...empty } = createDefaultReport();
      update({ ...empty, logicalQuery: { ...logicalQuery, semanticView } });
    };
    const filtersNow = () => latest.current.report.logicalQuery.filters;
    return {
      updateReport: update,
      runQuery: async (sql = latest.current.report.sqlQuery, force = false) => {
        update({ sqlQuery: sql });
        if (sql.trim() === '') return clear(latest.current.report.logicalQuery.semanticView);
        await run(async (signal) => ({ result: await rowsOf(sql, force, signal) }));
      },
      updateLogicalQueryAndRunQuery: (updates: Partial<LogicalQuery>) =>
        ask({ ...latest.current.report.logicalQuery, ...updates }),
      setSelectedSemanticView: (name: string | undefined) => {
        if (name !== latest.current.report.logicalQuery.semanticView) clear(name);
      },
      clearReport: () => clear(undefined),
      addFilterForColumn: (name: string) => {
        if (filtersNow().some((filter) => filter.name === name)) return;
        const filter: LogicalFilter = { name, type: 'equals', value: [], memberType: 'dimension' };
        update({ logicalQuery: { ...latest.current.report.logicalQuery, filters: [...filtersNow(), filter] } });
      },
      removeFilterByColumnId: (name: string) =>
        ask({
          ...latest.current.report.logicalQuery,
          filters: filtersNow().filter((filter) => filter.name !== name),
        }),
    };
  }, [client]);

  const context = useMemo(
    (): ReportContext => ({ ...acts, report, selectedSemanticView: report.logicalQuery.semanticView }),
    [acts, report],
  );
  return <Context.Provider value={context}>{children}</Context.Provider>;
}
