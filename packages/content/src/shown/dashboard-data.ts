import type { CacheMode, ValuesAnswer } from '@orrery/contract';
import { asReady, DataSourceFailure } from '@orrery/runtime';
import { claimsOf, mayDo, NotFound, type Person, policyCallerOf, RequestError, type Viewer } from '@orrery/kernel';
import { queryOf, type QueryRunner, type QueryTable, type StoredQuery, type StoredQuestion } from '../query/index.ts';
import { type Dashboard, type ShownWidget, widgetsOf } from '../workbook/index.ts';
import { type Applied, appliedTo, type NotFollowed, withoutFilters } from './applied-to.ts';
import { type Choices, Controls, type ResolvedControls, type ControlValues } from './controls.ts';

/** Bound on rows of one chart. */
const mostRows = 10_000;
/** Charts of one request that are read at the same time. */
const mostAtOnce = 6;

export interface DataWanted extends Choices {
  /** Ids of CHART widgets; absent: all. */
  readonly charts?: readonly string[] | undefined;
  readonly cache?: CacheMode | undefined;
}

export interface ValuesOfControl extends Choices {
  readonly widgetId: string;
  readonly search?: string | undefined;
  readonly limit: number;
}

/** One request, of a caller who may look at the dashboard. */
export interface Showing {
  readonly caller: Person | Viewer;
  readonly dashboard: Dashboard;
  readonly requestId: string;
  /** Fires when the caller is gone. */
  readonly signal: AbortSignal;
  /** Receives what goes wrong with one chart and is no fault of the request. */
  readonly onFault: (error: unknown) => void;
}

/** The data of one chart, or why there is none. */
export type WidgetData = { readonly widgetId: string; readonly notFollowed: readonly NotFollowed[] } & (
  | { readonly table: QueryTable; readonly isTruncated: boolean }
  | { readonly error: string; readonly code: string }
);

export interface LoadedDashboard {
  /** The values that the charts are filtered by, for the controls on the page. */
  readonly controls: ControlValues;
  /** The data of each chart as soon as it is there. */
  readonly charts: AsyncIterable<WidgetData>;
}

interface Chart {
  readonly widget: ShownWidget;
  readonly question: StoredQuestion | null;
}

/** Runs the published queries of dashboards, with the rights of their viewers. Requests contain no queries. */
export class DashboardData {
  readonly #queries: Pick<QueryRunner, 'open' | 'run' | 'tableOfSource' | 'values'>;

  constructor(queries: Pick<QueryRunner, 'open' | 'run' | 'tableOfSource' | 'values'>) {
    this.#queries = queries;
  }

  /**
   * Loads the charts; one that fails leaves the others as they are.
   *
   * @throws NotFound for a chart or a control that the dashboard does not have, InvalidInput, Unauthorized, Unavailable
   */
  async load(showing: Showing, { charts, cache = 'stale-if-slow', ...chosen }: DataWanted): Promise<LoadedDashboard> {
    const wanted = chartsOf(showing.dashboard, charts);
    const { controls, attributes } = await this.#controlsFor(showing);
    const inEffect = controls.inEffect(chosen, attributes);
    const load = (chart: Chart) => this.#chart(showing, chart, inEffect, cache);
    const works = wanted.map(
      (chart) =>
        async function* () {
          yield await load(chart);
        },
    );
    return { controls: controls.shown(inEffect), charts: asReady(works, mostAtOnce) };
  }

  /** Suggests values of a filter, of the rows the caller may see. @throws as load, and what `suggestValues` throws */
  async values(showing: Showing, { widgetId, search, limit, ...chosen }: ValuesOfControl): Promise<ValuesAnswer> {
    const { controls, attributes } = await this.#controlsFor(showing);
    const { member, filters } = controls.suggested(widgetId, chosen, attributes);
    return this.#queries.values({ ...runOf(showing), member, filters, search, limit });
  }

  async #controlsFor(showing: Showing) {
    const { principal } = await this.#queries.open(runOf(showing));
    const attributes = policyCallerOf(principal.securityContext).userAttributes ?? {};
    return { controls: new Controls(showing.dashboard.config), attributes };
  }

  async #chart(
    showing: Showing,
    { widget, question }: Chart,
    inEffect: ResolvedControls,
    cacheMode: CacheMode,
  ): Promise<WidgetData> {
    const { id: widgetId } = widget;
    if (question?.kind === 'source') return this.#sourceChart(showing, widgetId, question);
    if (!question) return { widgetId, notFollowed: [], error: 'The chart has no query', code: 'dashboard.no-query' };
    const applied = appliedTo(widget, question, inEffect);
    const failed = (code: string, error: string) => ({ widgetId, notFollowed: applied.notFollowed, error, code });
    try {
      const { outcome, notFollowed } = await this.#run(showing, question, applied, cacheMode);
      if (outcome.kind === 'rows') {
        const isTruncated = outcome.table.warnings.some(({ code }) => code === 'content.rows-left-out');
        return { widgetId, notFollowed, table: outcome.table, isTruncated };
      }
      const [problem] = outcome.problems;
      return failed(problem?.code ?? 'content.refused', problem?.message ?? 'The query is refused');
    } catch (error) {
      const { code, error: words } = failureOf(error, showing);
      return failed(code, words);
    }
  }

  /** A statement in the SQL of a data source follows no control, and nothing of its rows is kept. */
  async #sourceChart(
    showing: Showing,
    widgetId: string,
    { dataSource, sql }: Extract<StoredQuestion, { readonly kind: 'source' }>,
  ): Promise<WidgetData> {
    const chart = { widgetId, notFollowed: [] };
    const { caller, dashboard } = showing;
    const mayAsk = caller.kind === 'person' && mayDo(caller, 'SqlRunnerRead', dashboard);
    if (!mayAsk || sql === null) return { ...chart, code: 'content.source-sql', error: onlyDevelopers };
    try {
      const table = await this.#queries.tableOfSource({ ...runOf(showing), dataSource, sql, mostRows });
      return { ...chart, table, isTruncated: table.warnings.length > 0 };
    } catch (error) {
      return { ...chart, ...failureOf(error, showing) };
    }
  }

  /** Runs a query with what is applied; a statement that no filter can be joined to, without them. */
  async #run(showing: Showing, query: StoredQuery, applied: Applied, cacheMode: CacheMode) {
    const run = ({ filters, timeGrains }: Applied) => {
      const substitution = { filters: filters.map(({ value }) => value), timeGrains };
      return this.#queries.run({ ...runOf(showing), query, ...substitution, mostRows, cacheMode });
    };
    const outcome = await run(applied);
    const rest = outcome.kind === 'rows' ? undefined : withoutFilters(applied, outcome.problems);
    if (!rest) return { outcome, notFollowed: applied.notFollowed };
    return { outcome: await run(rest), notFollowed: rest.notFollowed };
  }
}

const onlyDevelopers =
  'This chart asks a data source directly, past the model and its access policies. Only developers see its rows';

/** @throws the reason of a caller who is gone */
function failureOf(error: unknown, { signal, requestId, onFault }: Showing) {
  if (signal.aborted) throw error;
  if (error instanceof DataSourceFailure) return { code: 'data-source.failed', error: error.message };
  if (error instanceof RequestError) return { code: error.code, error: error.message };
  onFault(error);
  return { code: 'internal', error: `Something went wrong here. The id of the request is ${requestId}` };
}

function runOf({ caller, dashboard: { deploymentId }, requestId, signal }: Showing) {
  return { deploymentId, claims: claimsOf(caller), requestId, signal };
}

/** @throws NotFound */
function chartsOf({ config, snapshots }: Dashboard, wanted: readonly string[] | undefined): readonly Chart[] {
  const byReport = new Map(snapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  const charts = new Map(
    widgetsOf(config).flatMap((widget) => {
      if (widget.type !== 'CHART') return [];
      const snapshot = byReport.get(Number(widget.config['reportId']));
      return [[widget.id, { widget, question: snapshot?.question ?? null }]];
    }),
  );
  if (!wanted) return [...charts.values()];
  return [...new Set(wanted)].map((id) => {
    const chart = charts.get(id);
    if (chart) return chart;
    throw new NotFound('dashboard.unknown-chart', `The dashboard has no chart '${id.slice(0, 255)}'`);
  });
}

/** Lists the charts of a dashboard, for a chat about it. */
export function chartsShown({ snapshots }: Pick<Dashboard, 'snapshots'>) {
  return snapshots.flatMap(({ name, title, description, question }) => {
    const query = queryOf(question);
    return query ? [{ title: title ?? name, description: description ?? undefined, query }] : [];
  });
}

/** The queries of the charts of a dashboard. */
export function queriesOfDashboard({ snapshots }: Pick<Dashboard, 'snapshots'>): readonly StoredQuery[] {
  return snapshots.flatMap(({ question }) => queryOf(question) ?? []);
}
