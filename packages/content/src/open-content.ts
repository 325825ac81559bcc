import type { Store } from '../../store/src/database/store.ts';
import type { AuditLog } from '../../people/src/audit/audit-log.ts';
import type { StandingDependencies } from '../../people/src/user/change-standing.ts';
import type { ResourcePolicyService } from '../../people/src/role/resource-policy-service.ts';
import { ContentAccess } from './item/content-access.ts';
import { ContentCheck } from './workspace/content-check.ts';
import { DashboardService } from './workbook/dashboard-service.ts';
import { FolderService } from './folder/folder-service.ts';
import { MoveService } from './workspace/move-service.ts';
import { SharingService } from './sharing/sharing-service.ts';
import { ReportService } from './report/report-service.ts';
import { WorkbookService } from './workbook/workbook-service.ts';
import { WorkspaceService } from './workspace/workspace-service.ts';

/** What people make, and who may do what with it. */
export interface Content {
  readonly folders: FolderService;
  readonly moves: MoveService;
  readonly sharing: SharingService;
  readonly workbooks: WorkbookService;
  readonly dashboards: DashboardService;
  readonly reports: ReportService;
  readonly contentCheck: ContentCheck;
  readonly workspace: WorkspaceService;
}

interface OpenMetadata extends Pick<StandingDependencies, 'epochs'> {
  readonly store: Pick<Store, 'database'>;
  readonly audit: AuditLog;
  readonly resourcePolicies: ResourcePolicyService;
}

/** The services over content, of an open metadata store. */
export function openContent(
  { store, audit, epochs, resourcePolicies }: OpenMetadata,
  clock: { now(): number },
): Content {
  const dependencies = { database: store.database, clock, audit };
  const access = new ContentAccess(store.database);
  const folders = new FolderService({ ...dependencies, access });
  const workbooks = new WorkbookService(dependencies);
  const reports = new ReportService(dependencies);
  return {
    folders,
    moves: new MoveService({ ...dependencies, access, folders }),
    sharing: new SharingService({ ...dependencies, access, epochs, resourcePolicies }),
    workbooks,
    dashboards: new DashboardService(dependencies),
    contentCheck: new ContentCheck(dependencies),
    reports,
    workspace: new WorkspaceService({ ...dependencies, access, workbooks, reports }),
  };
}
