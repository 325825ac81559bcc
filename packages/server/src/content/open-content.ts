import type { Store } from '../db/store.ts';
import type { AuditLog } from '../identity/audit-log.ts';
import { DashboardService } from './dashboard-service.ts';
import { WorkbookService } from './workbook-service.ts';

/** What people make, and who may do what with it. */
export interface Content {
  readonly workbooks: WorkbookService;
  readonly dashboards: DashboardService;
}

/** The services over content, of an open metadata store. */
export function openContent(
  { store, audit }: { readonly store: Pick<Store, 'database'>; readonly audit: AuditLog },
  clock: { now(): number },
): Content {
  const dependencies = { database: store.database, clock, audit };
  return { workbooks: new WorkbookService(dependencies), dashboards: new DashboardService(dependencies) };
}
