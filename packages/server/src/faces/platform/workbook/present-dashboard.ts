import type { WireDashboard, WireDashboardVersion } from '@orrery/contract';
import { type ContentRights, type Dashboard, type ListedVersion, sourceQueryFor } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';
import { presentItemOwner } from './present-item-owner.ts';

export function presentDashboard(dashboard: Dashboard, rights: Pick<ContentRights, 'mayAskSources'>): WireDashboard {
  const { dashboardId: id, publishedBy, publishedAt: _, snapshots, ...shown } = dashboard;
  return {
    id,
    ...shown,
    ...(publishedBy === null ? {} : { createdBy: publishedBy }),
    reportSnapshots: snapshots.map(({ sourceQuery, ...snapshot }) => ({
      ...snapshot,
      sourceQuery: sourceQueryFor(rights, sourceQuery),
      versionNumber: dashboard.versionNumber,
    })),
    fromSharedWorkspace: false,
  };
}

export function presentVersion(version: ListedVersion): WireDashboardVersion {
  const { versionId: id, publishedAt, publishedBy: createdBy, publisher, ...shown } = version;
  const publishedBy = publisher && presentItemOwner(publisher);
  return { id, ...shown, createdAt: presentInstant(publishedAt), createdBy, publishedBy };
}
