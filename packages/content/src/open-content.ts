import type { Store } from '@orrery/store';
import type { AuditLog, EmbedTenantService, ResourcePolicyService, UserService } from '@orrery/people';
import type { DeploymentService } from '@orrery/deployments';
import { clearSharing, ContentAccess } from './item/index.ts';
import { ownedItems, ownedNotifications } from './what-users-own.ts';
import { itemsOfTenants } from './what-tenants-own.ts';
import { ContentCheck, MoveService, WorkspaceService } from './workspace/index.ts';
import { DashboardService, WorkbookService } from './workbook/index.ts';
import { FolderService } from './folder/index.ts';
import { ShownDashboards } from './shown/index.ts';
import { SavedService } from './saved/index.ts';
import { paletteKind } from './palette/index.ts';
import { themeKind } from './theme/index.ts';
import { SharingService } from './sharing/index.ts';
import { ReportService } from './report/index.ts';

/** Services over the content people create. */
export interface ContentServices {
  readonly folders: FolderService;
  readonly moves: MoveService;
  readonly sharing: SharingService;
  readonly workbooks: WorkbookService;
  readonly dashboards: DashboardService;
  readonly shownDashboards: ShownDashboards;
  readonly reports: ReportService;
  readonly chartPalettes: SavedService<readonly string[]>;
  readonly dashboardThemes: SavedService<Readonly<Record<string, unknown>>>;
  readonly contentCheck: ContentCheck;
  readonly workspace: WorkspaceService;
}

interface OpenMetadata {
  readonly store: Pick<Store, 'database'>;
  readonly audit: AuditLog;
  readonly resourcePolicies: ResourcePolicyService;
  readonly users: Pick<UserService, 'registerOwnership'>;
  readonly deployments: Pick<DeploymentService, 'registerContent'>;
  readonly embedTenants: Pick<EmbedTenantService, 'registerContent' | 'ensureSystemGroupNamed'>;
}

/**
 * Opens the services over content of a metadata store, and registers there how content changes when a user or a
 * deployment is deleted.
 */
export function openContent(
  { store, audit, resourcePolicies, users, deployments, embedTenants }: OpenMetadata,
  clock: { now(): number },
): ContentServices {
  for (const ownership of [ownedItems, ownedNotifications]) users.registerOwnership(ownership);
  deployments.registerContent(clearSharing);
  embedTenants.registerContent(itemsOfTenants);
  const dependencies = { database: store.database, clock, audit };
  const access = new ContentAccess();
  const folders = new FolderService({ ...dependencies, access });
  const workbooks = new WorkbookService(dependencies);
  const reports = new ReportService(dependencies);
  const dashboards = new DashboardService(dependencies);
  return {
    folders,
    moves: new MoveService({ ...dependencies, access, folders }),
    sharing: new SharingService({ ...dependencies, access, resourcePolicies, embedTenants }),
    workbooks,
    dashboards,
    shownDashboards: new ShownDashboards({ ...dependencies, dashboards }),
    contentCheck: new ContentCheck(dependencies),
    reports,
    chartPalettes: new SavedService(paletteKind, dependencies),
    dashboardThemes: new SavedService(themeKind, dependencies),
    workspace: new WorkspaceService({ ...dependencies, access, workbooks, reports }),
  };
}
