import type { WireDashboard, WireDashboardVersion } from '@orrery/contract';
import type { Dashboard, DashboardVersion } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';

export function presentDashboard(dashboard: Dashboard): WireDashboard {
  const { dashboardId: id, publishedBy, publishedAt: _, snapshots, ...shown } = dashboard;
  return {
    id,
    ...shown,
    ...(publishedBy === null ? {} : { createdBy: publishedBy }),
    reportSnapshots: snapshots.map((snapshot) => ({ ...snapshot, versionNumber: dashboard.versionNumber })),
    fromSharedWorkspace: false,
  };
}

export function presentVersion(version: DashboardVersion): WireDashboardVersion {
  const { versionId: id, publishedAt, publishedBy: createdBy, ...shown } = version;
  return { id, ...shown, createdAt: presentInstant(publishedAt), createdBy };
}
