export { type ChartData, DashboardData } from './dashboard-data.ts';
export { ShownDashboards } from './shown-dashboards.ts';
