import type { WireDashboard, WireDashboardVersion } from '@orrery/contract';
import type { Dashboard, DashboardVersion } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';

export function presentDashboard(dashboard: Dashboard): WireDashboard {
  const { dashboardId, deploymentId, workbookId, publicId, title, description, status, versionId, versionNumber } =
    dashboard;
  return {
    id: dashboardId,
    deploymentId,
    workbookId,
    publicId,
    title,
    description,
    status,
    versionId,
    versionNumber,
    allowEmbed: dashboard.allowEmbed,
    ...(dashboard.publishedBy === null ? {} : { createdBy: dashboard.publishedBy }),
    config: dashboard.config,
    reportSnapshots: dashboard.snapshots.map((snapshot) => ({ ...snapshot, versionNumber })),
    fromSharedWorkspace: false,
  };
}

export function presentVersion(version: DashboardVersion): WireDashboardVersion {
  const { versionId, dashboardId, versionNumber, status, title, description, publishedAt, publishedBy } = version;
  return {
    id: versionId,
    dashboardId,
    versionNumber,
    status,
    title,
    description,
    createdAt: presentInstant(publishedAt),
    createdBy: publishedBy,
  };
}
