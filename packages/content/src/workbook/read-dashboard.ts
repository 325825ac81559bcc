import { type DashboardConfig, reportSnapshotKinds } from '@orrery/contract';
import type { Dashboard, DashboardVersion, ReportSnapshot } from './dashboard.ts';
import type { DashboardVersionRow, SnapshotRow } from './dashboard-store.ts';
import type { FrozenReport } from './frozen-report.ts';

export function readDashboard(row: DashboardVersionRow, snapshots: readonly SnapshotRow[]): Dashboard {
  return {
    ...readVersion(row),
    deploymentId: row.deployment_id,
    workbookId: row.workbook_id,
    publicId: row.public_id,
    allowEmbed: row.allow_embed === 1,
    config: readConfig(row.config),
    snapshots: snapshots.map(readSnapshot),
  };
}

export function readVersion(row: Omit<DashboardVersionRow, 'config'>): DashboardVersion {
  return {
    dashboardId: row.dashboard_id,
    versionId: row.version_id,
    versionNumber: row.version_number,
    status: row.version_number === row.newest ? 'published' : 'archived',
    title: row.title,
    description: row.description,
    publishedBy: row.published_by,
    publishedAt: row.published_at,
  };
}

/** The config was validated before it was stored. */
export function readConfig(text: string): DashboardConfig {
  return JSON.parse(text) as DashboardConfig;
}

export function writeSnapshot(reportId: number, frozen: FrozenReport) {
  const { name, title, description, kind, spec, sqlQuery, meta, preferences } = frozen;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    report_id: reportId,
    name,
    title,
    description,
    kind,
    spec: json(spec),
    sql_query: sqlQuery,
    meta: json(meta),
    preferences: json(preferences),
  };
}

function readSnapshot(row: SnapshotRow): ReportSnapshot {
  const { id, report_id, name, title, description, kind, spec, sql_query, meta, preferences } = row;
  // The form that `writeSnapshot` writes.
  return {
    id,
    reportId: report_id,
    name,
    title,
    description,
    kind: reportSnapshotKinds.find((known) => known === kind) ?? null,
    spec: spec === null ? null : (JSON.parse(spec) as FrozenReport['spec']),
    sqlQuery: sql_query,
    meta: meta === null ? {} : (JSON.parse(meta) as FrozenReport['meta']),
    preferences: preferences === null ? null : (JSON.parse(preferences) as FrozenReport['preferences']),
  };
}
