import { Forbidden, mayDo, NotFound, type Person, type Viewer } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { ContentAccess, contentRightsOf } from '../item/index.ts';
import { type Dashboard, type DashboardService, deploymentOfDashboard } from '../workbook/index.ts';

export interface ShownDashboardsDependencies {
  readonly database: Database;
  readonly dashboards: Pick<DashboardService, 'published'>;
}

/** Published dashboards for those who look at them, by the id in their addresses. */
export class ShownDashboards {
  readonly #dependencies: ShownDashboardsDependencies;
  readonly #access = new ContentAccess();

  constructor(dependencies: ShownDashboardsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the published version, if the caller may look at it.
   *
   * @throws NotFound for a dashboard that is unknown, or not visible to the caller; Forbidden for viewers when it may not
   * be embedded, or the session is for another dashboard
   */
  async get(caller: Person | Viewer, publicId: string): Promise<Dashboard> {
    if (caller.kind === 'viewer' && caller.publicDashboardId !== undefined && caller.publicDashboardId !== publicId) {
      throw new Forbidden('auth.locked-session', 'The session is for another dashboard');
    }
    const dashboard = await this.#published(caller, publicId);
    if (!dashboard) throw unknown(publicId);
    const isEmbedding = caller.kind === 'viewer' && !caller.isCreator;
    // Whoever embeds a dashboard has chosen who sees it: external viewers need no share.
    if (isEmbedding && !caller.isInternal) {
      if (!dashboard.allowEmbed) throw notEmbedded();
      return dashboard;
    }
    const rights = contentRightsOf(caller, dashboard.deploymentId);
    const level = await this.#access.levelOf(this.#dependencies.database, rights, dashboard.workbookId);
    if (level === undefined) throw unknown(publicId);
    if (isEmbedding && !dashboard.allowEmbed) throw notEmbedded();
    return dashboard;
  }

  async #published(caller: Person | Viewer, publicId: string): Promise<Dashboard | undefined> {
    const { database, dashboards } = this.#dependencies;
    const { accountId } = caller;
    const deploymentId =
      caller.kind === 'viewer' ? caller.deploymentId : await deploymentOfDashboard(database, accountId, publicId);
    if (deploymentId === undefined) return undefined;
    if (caller.kind === 'person' && !mayDo(caller, 'DeploymentRead', { deploymentId })) return undefined;
    return dashboards.published({ accountId, deploymentId }, { publicId });
  }
}

function unknown(publicId: string): NotFound {
  return new NotFound('dashboard.unknown', `There is no dashboard '${publicId.slice(0, 50)}'`);
}

function notEmbedded(): Forbidden {
  return new Forbidden('dashboard.not-embedded', 'Embedding is not enabled for this dashboard');
}
