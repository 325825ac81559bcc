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
    reportSnapshots: snapshots.map((snapshot) => presentSnapshot(snapshot, dashboard, rights)),
    fromSharedWorkspace: false,
  };
}

/**
 * Presents the snapshot of a chart. It may contain values of the chart's rows, which are hidden with the text of their
 * statement.
 */
function presentSnapshot(
  { sourceQuery: asked, ...snapshot }: Dashboard['snapshots'][number],
  { versionNumber }: Dashboard,
  rights: Pick<ContentRights, 'mayAskSources'>,
): WireDashboard['reportSnapshots'][number] {
  const sourceQuery = sourceQueryFor(rights, asked);
  const hidden = sourceQuery?.sql === null ? { spec: null, meta: {}, preferences: null } : {};
  return { ...snapshot, sourceQuery, versionNumber, ...hidden };
}

export function presentVersion(version: ListedVersion): WireDashboardVersion {
  const { versionId: id, publishedAt, publishedBy: createdBy, publisher, ...shown } = version;
  const publishedBy = publisher && presentItemOwner(publisher);
  return { id, ...shown, createdAt: presentInstant(publishedAt), createdBy, publishedBy };
}
