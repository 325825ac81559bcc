import type { WireDashboard, WireDashboardVersion } from '@orrery/contract';
import {
  type ContentRights,
  type Dashboard,
  type ListedVersion,
  sourceQueryFor,
  withoutAddress,
  workspaceOfAccount,
} from '@orrery/content';
import { presentInstant } from '../present-instant.ts';
import { presentItemOwner } from './present-item-owner.ts';

/** The rights of those who read a dashboard that decide how much of it they read. */
export type ReaderRights = Partial<Pick<ContentRights, 'mayAskSources' | 'sees' | 'space'>>;

export function presentDashboard(dashboard: Dashboard, rights: ReaderRights): WireDashboard {
  const { dashboardId: id, publishedBy, publishedAt: _, snapshots, ...shown } = dashboard;
  return {
    id,
    ...shown,
    ...(publishedBy === null ? {} : { createdBy: publishedBy }),
    reportSnapshots: snapshots.map((snapshot) => presentSnapshot(snapshot, dashboard, rights)),
    fromSharedWorkspace: false,
  };
}

/** What is kept of a chart may have values of its rows, which are hidden with the text of their statement. */
function presentSnapshot(
  { sourceQuery: asked, ...given }: Dashboard['snapshots'][number],
  { versionNumber }: Dashboard,
  rights: ReaderRights,
): WireDashboard['reportSnapshots'][number] {
  const isReader = rights.space !== workspaceOfAccount || rights.sees === 'published';
  const snapshot = isReader ? withoutAddress(given) : given;
  const sourceQuery = sourceQueryFor(rights, asked);
  const hidden = sourceQuery?.sql === null ? { spec: null, meta: {}, preferences: null } : {};
  return { ...snapshot, sourceQuery, versionNumber, ...hidden };
}

export function presentVersion(version: ListedVersion): WireDashboardVersion {
  const { versionId: id, publishedAt, publishedBy: createdBy, publisher, ...shown } = version;
  const publishedBy = publisher && presentItemOwner(publisher);
  return { id, ...shown, createdAt: presentInstant(publishedAt), createdBy, publishedBy };
}
