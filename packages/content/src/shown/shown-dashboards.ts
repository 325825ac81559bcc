import { Forbidden, mayDo, NotFound, type Person, type Viewer } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { ContentAccess, type ContentRights, contentRightsOf, type ItemSpace, sharedRightsOf } from '../item/index.ts';
import { accountOfDashboard, type Dashboard, type DashboardService, deploymentOfDashboard } from '../workbook/index.ts';

export interface ShownDashboardsDependencies {
  readonly database: Database;
  readonly dashboards: Pick<DashboardService, 'published' | 'version'>;
}

export interface ShownDashboard {
  readonly dashboard: Dashboard;
  /** Whether a viewer in creator mode sees it because the account shares it with viewers. */
  readonly isShared: boolean;
}

/** Published dashboards for their viewers, by the id in their addresses. */
export class ShownDashboards {
  readonly #dependencies: ShownDashboardsDependencies;
  readonly #access = new ContentAccess();

  constructor(dependencies: ShownDashboardsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns a version of a dashboard that the caller may look at: the published one, or another for users who may edit
   * its workbook.
   *
   * @throws NotFound for a dashboard that is unknown, or not visible to the caller; Forbidden for viewers when it may
   *   not be embedded, or the session is for another dashboard, and for users who may not edit its workbook
   */
  async get(caller: Person | Viewer, publicId: string, versionId?: number): Promise<ShownDashboard> {
    const shown = await this.#publishedFor(caller, publicId);
    if (versionId === undefined) return shown;
    const { deploymentId, workbookId } = shown.dashboard;
    const rights = contentRightsOf(caller, deploymentId);
    return { ...shown, dashboard: await this.#dependencies.dashboards.version(rights, workbookId, versionId) };
  }

  /**
   * Returns the one account that has a dashboard of this name, so that a person can sign in there. Nothing else of
   * the dashboard is known to a stranger.
   */
  accountOf(publicId: string): Promise<number | undefined> {
    return accountOfDashboard(this.#dependencies.database, publicId);
  }

  async #publishedFor(caller: Person | Viewer, publicId: string): Promise<ShownDashboard> {
    if (caller.kind === 'person') return this.#forPerson(caller, publicId);
    if (caller.publicDashboardId !== undefined && caller.publicDashboardId !== publicId) {
      throw new Forbidden('auth.locked-session', 'The session is for another dashboard');
    }
    const { deploymentId, isCreator, isInternal } = caller;
    if (isCreator) {
      const own = await this.#visible(contentRightsOf(caller, deploymentId), publicId);
      if (own) return { dashboard: own, isShared: false };
      const dashboard = await this.#visible(sharedRightsOf(caller, deploymentId), publicId);
      return { dashboard: required(dashboard, publicId), isShared: true };
    }
    const rights = sharedRightsOf(caller, deploymentId);
    // Whoever embeds a dashboard has chosen who sees it: external viewers need no share.
    const found = isInternal ? this.#visible(rights, publicId) : this.#published(rights, publicId);
    const dashboard = required(await found, publicId);
    if (dashboard.allowEmbed) return { dashboard, isShared: false };
    throw new Forbidden('dashboard.not-embedded', 'Embedding is not enabled for this dashboard');
  }

  async #forPerson(person: Person, publicId: string): Promise<ShownDashboard> {
    const deploymentId = await deploymentOfDashboard(this.#dependencies.database, person.accountId, publicId);
    if (deploymentId === undefined || !mayDo(person, 'DeploymentRead', { deploymentId })) throw unknown(publicId);
    const dashboard = await this.#visible(contentRightsOf(person, deploymentId), publicId);
    return { dashboard: required(dashboard, publicId), isShared: false };
  }

  #published(place: ItemSpace, publicId: string): Promise<Dashboard | undefined> {
    return this.#dependencies.dashboards.published(place, { publicId });
  }

  /** A published dashboard whose workbook the user sees. */
  async #visible(rights: ContentRights, publicId: string): Promise<Dashboard | undefined> {
    const dashboard = await this.#published(rights, publicId);
    if (!dashboard) return undefined;
    const level = await this.#access.levelOf(this.#dependencies.database, rights, dashboard.workbookId);
    return level === undefined ? undefined : dashboard;
  }
}

function required(dashboard: Dashboard | undefined, publicId: string): Dashboard {
  if (dashboard) return dashboard;
  throw unknown(publicId);
}

function unknown(publicId: string): NotFound {
  return new NotFound('dashboard.unknown', `There is no dashboard '${publicId.slice(0, 50)}'`);
}
