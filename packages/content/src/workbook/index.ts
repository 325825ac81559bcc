export { chartsOf, type ShownWidget, widgetsOf } from './chart-widgets.ts';
export { DashboardService } from './dashboard-service.ts';
export { DashboardStore } from './dashboard-store.ts';
export { type Dashboard, type ListedVersion, readConfig, readDashboard, type StoredSnapshot } from './dashboard.ts';
export {
  type PublishedDashboardName,
  accountOfDashboard,
  deploymentOfDashboard,
  findPublishedDashboard,
} from './published-dashboard.ts';
export { WorkbookService } from './workbook-service.ts';
export type { ItemOwner, Workbook } from './workbook.ts';
