import type { ChatAsker, DashboardOfTurn } from '@orrery/agents';
import {
  chartsShown,
  type DashboardService,
  queriesOfDashboard,
  type QueryRunner,
  type ShownDashboards,
  workspaceOfAccount,
} from '@orrery/content';
import type { Person, Viewer } from '@orrery/kernel';
import { type Runtime, runtimeFor } from '@orrery/runtime';

export interface ChatDashboardsInput {
  readonly dashboards: Pick<DashboardService, 'published'>;
  readonly shownDashboards: Pick<ShownDashboards, 'get'>;
  readonly queries: Pick<QueryRunner, 'piecesOf' | 'mayAsk'>;
  readonly runtimes: { get(deploymentId: number, branch: null): Promise<Runtime | undefined> };
}

/** Published dashboards as chats know them: always from the store, whatever a client says of them. */
export interface ChatDashboards {
  /** The cubes and views that the charts ask; `undefined` for a dashboard that is not there. */
  piecesOf(asker: ChatAsker, deploymentId: number, publicId: string): Promise<ReadonlySet<string> | undefined>;
  /**
   * Finds the dashboard of a chat, with the charts that the user may query.
   *
   * @param caller the user who looks at it; absent for a user that a program names, who sees embedded content
   * @returns `undefined` for a missing dashboard, or one that may not be seen @throws NotFound, Forbidden for the
   *   caller
   */
  shownTo(
    asker: ChatAsker,
    deploymentId: number,
    publicId: string,
    caller: Person | Viewer | undefined,
  ): Promise<DashboardOfTurn | undefined>;
}

export function openChatDashboards({
  dashboards,
  shownDashboards,
  queries,
  runtimes,
}: ChatDashboardsInput): ChatDashboards {
  const published = (accountId: number, deploymentId: number, publicId: string) =>
    dashboards.published({ accountId, deploymentId, space: workspaceOfAccount }, { publicId });
  const openFor = async (asker: ChatAsker, deploymentId: number) => {
    const runtime = await runtimes.get(deploymentId, null);
    if (!runtime) return undefined;
    const securityContext = await asker.context();
    const context = { kind: 'caller', securityContext } as const;
    return { runtime: await runtimeFor(runtime, securityContext), context };
  };
  return {
    piecesOf: async (asker, deploymentId, publicId) => {
      const dashboard = await published(asker.accountId, deploymentId, publicId);
      const opened = await openFor(asker, deploymentId);
      return dashboard && opened && queries.piecesOf(queriesOfDashboard(dashboard), opened);
    },
    shownTo: async (asker, deploymentId, publicId, caller) => {
      const dashboard = caller
        ? (await shownDashboards.get(caller, publicId)).dashboard
        : await published(asker.accountId, deploymentId, publicId);
      if (!dashboard || dashboard.deploymentId !== deploymentId || (!caller && !dashboard.allowEmbed)) return undefined;
      const opened = await openFor(asker, deploymentId);
      if (!opened) return undefined;
      const charts: DashboardOfTurn['charts'][number][] = [];
      for (const { title, description, query } of chartsShown(dashboard)) {
        if (await queries.mayAsk(query, opened)) charts.push({ title, description, query: query.text });
      }
      return { title: dashboard.title, charts };
    },
  };
}
