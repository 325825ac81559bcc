import type { WireDashboard, WireDashboardVersion } from '@orrery/contract';
import {
  type ContentRights,
  type Dashboard,
  isHidden,
  type ListedVersion,
  presentCopy,
  questionFor,
} from '@orrery/content';
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
  snapshot: Dashboard['snapshots'][number],
  { versionNumber }: Dashboard,
  rights: Pick<ContentRights, 'mayAskSources'>,
): WireDashboard['reportSnapshots'][number] {
  const question = questionFor(rights, snapshot.question);
  const hidden = isHidden(question) ? { spec: null, meta: {}, preferences: null } : {};
  return { ...presentCopy({ ...snapshot, question }), versionNumber, ...hidden };
}

export function presentVersion(version: ListedVersion): WireDashboardVersion {
  const { versionId: id, publishedAt, publishedBy: createdBy, publisher, ...shown } = version;
  const publishedBy = publisher && presentItemOwner(publisher);
  return { id, ...shown, createdAt: presentInstant(publishedAt), createdBy, publishedBy };
}
