import type { DashboardConfig } from '@orrery/contract';
import type { DashboardTable, DashboardVersionTable, ReportSnapshotTable } from '@orrery/store';
import { themeOver } from '@orrery/charts';
import { fieldOf, flag, json, optionalJson, readFields, type ValuesOf } from '../item/index.ts';
import type { DashboardVersionRow, ListedVersionRow, SnapshotRow } from './dashboard-store.ts';
import { type FrozenReport, readFrozen } from './frozen-report.ts';
import type { ItemOwner } from './workbook.ts';

const settingIn = fieldOf<DashboardTable>();
const contentIn = fieldOf<DashboardVersionTable>();
const fieldIn = fieldOf<DashboardVersionRow>();
const snapshotFieldIn = fieldOf<ReportSnapshotTable>();

/** Settings that all versions of a dashboard share. A copy of its workbook begins with their defaults. */
export const dashboardSettings = {
  /** Whether viewers of embedded content may open it. */
  allowEmbed: settingIn('allow_embed', flag),
};

const versionTexts = { title: contentIn('title'), description: contentIn('description') };

/** Content of a version, which never changes. A copy of its workbook has the same. */
export const versionContent = {
  ...versionTexts,
  config: contentIn('config', json<DashboardConfig>()),
  /** The theme that the config names, as it was when the version was published. */
  savedTheme: contentIn('saved_theme', optionalJson<Readonly<Record<string, unknown>>>()),
};

const versionFields = {
  dashboardId: fieldIn('dashboard_id'),
  versionId: fieldIn('version_id'),
  /** From 1 on. */
  versionNumber: fieldIn('version_number'),
  /** The user may be deleted. */
  publishedBy: fieldIn('published_by'),
  publishedAt: fieldIn('published_at'),
  ...versionTexts,
};

const dashboardFields = {
  deploymentId: fieldIn('deployment_id'),
  workbookId: fieldIn('workbook_id'),
  /** The same for all versions. */
  publicId: fieldIn('public_id'),
  ...dashboardSettings,
  ...versionContent,
};

/** The report may be deleted. */
const snapshotFields = { id: snapshotFieldIn('id'), reportId: snapshotFieldIn('report_id') };

interface DashboardVersion extends ValuesOf<typeof versionFields> {
  /** The newest version is published, those before it are archived. */
  readonly status: 'published' | 'archived';
}

/** A version, in the list from which users choose one. */
export interface ListedVersion extends DashboardVersion {
  /** `null` when the user is deleted. */
  readonly publisher: ItemOwner | null;
}

/** A version of a workbook's dashboard, with everything it shows. It never changes. */
export interface Dashboard extends DashboardVersion, Omit<ValuesOf<typeof dashboardFields>, 'savedTheme'> {
  /** One copy per report that its charts show, in their order. */
  readonly snapshots: readonly StoredSnapshot[];
}

export interface StoredSnapshot extends FrozenReport {
  readonly id: number;
  readonly reportId: number;
}

export function readDashboard(row: DashboardVersionRow, snapshots: readonly SnapshotRow[]): Dashboard {
  const { savedTheme, ...fields } = readFields(dashboardFields, row);
  return {
    ...readVersion(row),
    ...fields,
    config: inTheme(fields.config, savedTheme),
    snapshots: snapshots.map((snapshot) => ({ ...readFields(snapshotFields, snapshot), ...readFrozen(snapshot) })),
  };
}

/** A config with the settings of the theme that it names. */
function inTheme(config: DashboardConfig, savedTheme: Readonly<Record<string, unknown>> | null): DashboardConfig {
  return savedTheme ? { ...config, theme: themeOver(savedTheme, config.theme) } : config;
}

/** Replaces the saved theme of a config by a look of its own, for users who have no access to the theme. */
export function withoutSavedTheme({ theme, ...config }: DashboardConfig): DashboardConfig {
  const { themeId: _, ...own } = theme ?? {};
  return Object.keys(own).length === 0 ? config : { ...config, theme: own };
}

function readVersion(row: DashboardVersionRow): DashboardVersion {
  const status = row.version_number === row.newest ? 'published' : 'archived';
  return { ...readFields(versionFields, row), status };
}

export function readListedVersion(row: ListedVersionRow): ListedVersion {
  const { published_by: id, username, email, given_name: firstName, picture } = row;
  const publisher = id === null || username === null ? null : { id, username, email, firstName, picture };
  return { ...readVersion(row), publisher };
}

export const readConfig = versionContent.config.read;
