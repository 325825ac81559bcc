import { type DashboardChoices, embedDashboardOperations, type WireDashboard } from '@orrery/contract';
import {
  type WidgetData,
  contentRightsOf,
  DashboardData,
  type LoadedDashboard,
  type QueryRunner,
  type ShownDashboards,
  withoutQuestion,
} from '@orrery/content';
import type { Person, Viewer } from '@orrery/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientSignal } from '../../../http/index.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentDashboard } from '../workbook/present-dashboard.ts';

export interface EmbedDashboardServices {
  readonly shownDashboards: ShownDashboards;
  readonly queries: Pick<QueryRunner, 'open' | 'run' | 'tableOfSource' | 'values'>;
}

/** A request for rows of a dashboard. */
interface DashboardRowsRequest {
  readonly caller: Person | Viewer;
  readonly params: { readonly publicId: string };
  readonly body: { readonly versionId?: number | undefined };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const suggested = 100;

/** Serves published dashboards to their viewers, and the data of their charts. */
export function serveEmbedDashboards(face: PlatformFace, { shownDashboards, queries }: EmbedDashboardServices): void {
  const data = new DashboardData(queries);

  serve(face, embedDashboardOperations.get, async ({ caller, params: { publicId } }) => {
    const { dashboard, isShared: fromSharedWorkspace } = await shownDashboards.get(caller, publicId);
    const shown = {
      ...presentDashboard(dashboard, contentRightsOf(caller, dashboard.deploymentId)),
      fromSharedWorkspace,
    };
    return caller.kind === 'viewer' ? presentTo(caller, shown) : shown;
  });

  const showing = async ({
    caller,
    params: { publicId },
    body: { versionId },
    request,
    reply,
  }: DashboardRowsRequest) => ({
    caller,
    dashboard: (await shownDashboards.get(caller, publicId, versionId)).dashboard,
    requestId: request.id,
    signal: clientSignal(reply),
    onFault: (error: unknown) => request.log.error({ err: error }, 'a chart of a dashboard failed'),
  });

  serve(face, embedDashboardOperations.data, async (asked) => {
    const { body } = asked;
    const { charts, cache } = body;
    return lines(await data.load(await showing(asked), { charts, cache, ...chosenIn(body) }));
  });

  serve(face, embedDashboardOperations.values, async (asked) => {
    const { body } = asked;
    const { widgetId, search, limit = suggested } = body;
    return data.values(await showing(asked), { widgetId, search, limit, ...chosenIn(body) });
  });
}

/** Presents a dashboard. Viewers see no ids of users. Viewers of one dashboard, who may not send queries, see none. */
function presentTo({ publicDashboardId }: Viewer, { createdBy: _, ...dashboard }: WireDashboard): WireDashboard {
  if (publicDashboardId === undefined) return dashboard;
  return { ...dashboard, reportSnapshots: dashboard.reportSnapshots.map(withoutQuestion) };
}

function chosenIn({ filters = [], timeGrains = [] }: DashboardChoices) {
  return {
    timeGrains,
    filters: filters.map(({ widgetId, ...filter }) => ({ widgetId, filter: 'isCleared' in filter ? null : filter })),
  };
}

async function* lines({ controls, charts }: LoadedDashboard): AsyncGenerator<string> {
  yield `${JSON.stringify({ controls })}\n`;
  for await (const chart of charts) yield `${JSON.stringify(present(chart))}\n`;
  yield '{"done":true}\n';
}

function present({ notFollowed, ...chart }: WidgetData) {
  const unapplied = notFollowed.filter(({ kind }) => kind === 'filter').map(({ control }) => control);
  const more = {
    ...(unapplied.length === 0 ? {} : { unapplied }),
    ...(notFollowed.length === 0 ? {} : { notFollowed }),
  };
  if ('error' in chart) return { ...chart, ...more };
  const { widgetId, table, isTruncated } = chart;
  const { columns, rows, comparison, refreshedAt, timezone } = table;
  const compared = { ...(comparison ? { comparison } : {}), ...(timezone === undefined ? {} : { timezone }) };
  return { widgetId, columns, rows, isTruncated, ...compared, lastRefreshTime: presentInstant(refreshedAt), ...more };
}
