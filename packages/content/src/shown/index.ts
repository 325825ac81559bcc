export {
  type WidgetData,
  chartsShown,
  DashboardData,
  type LoadedDashboard,
  queriesOfDashboard,
} from './dashboard-data.ts';
export { ShownDashboards } from './shown-dashboards.ts';
