import type { Publishing } from '@orrery/contract';
import type { Selectable } from 'kysely';
import type { WorkbookTable, Writer } from '@orrery/store';
import { Invalid, NotFound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import { SavedPalettes } from '../palette/index.ts';
import { SavedThemes } from '../theme/index.ts';
import type { ContentDependencies } from '../workspace/index.ts';
import {
  type LevelRequirement,
  type ChangeOf,
  changedIn,
  ContentAccess,
  type ItemRow,
  ItemStore,
  may,
  newPublicId,
  type ItemSpace,
  type ContentScope,
  readFields,
  requireRevision,
  type ContentRights,
  writeFields,
} from '../item/index.ts';
import {
  type Dashboard,
  dashboardSettings,
  type ListedVersion,
  readConfig,
  readDashboard,
  readListedVersion,
  versionContent,
  withoutSavedTheme,
} from './dashboard.ts';
import { type DashboardName, type DashboardRow, DashboardStore, type DashboardVersionRow } from './dashboard-store.ts';
import { freezeCharts } from './freeze-charts.ts';
import { findPublishedDashboard } from './published-dashboard.ts';
import { writeFrozen } from './frozen-report.ts';
import { restoreTabs } from './restore-tabs.ts';
import { TabStore } from './tab-store.ts';
import { WorkbookStore } from './workbook-store.ts';

export interface VersionRange {
  /** Number of the last version on the page before. */
  readonly before?: number | undefined;
  readonly most: number;
}

interface Locked {
  readonly row: ItemRow;
  readonly workbook: Selectable<WorkbookTable>;
}

/** Publishing of workbooks. Operations on one workbook run one after the other, each in one transaction. */
export class DashboardService {
  readonly #dependencies: ContentDependencies;
  readonly #access: ContentAccess;
  readonly #items: ItemStore;
  readonly #workbooks: WorkbookStore;
  readonly #tabs: TabStore;
  readonly #store: DashboardStore;
  readonly #themes: SavedThemes;
  readonly #palettes: SavedPalettes;

  constructor(dependencies: ContentDependencies) {
    const { database } = dependencies;
    this.#dependencies = dependencies;
    this.#access = new ContentAccess();
    this.#items = new ItemStore();
    this.#workbooks = new WorkbookStore(dependencies);
    this.#tabs = new TabStore(this.#items);
    this.#store = new DashboardStore(database);
    this.#themes = new SavedThemes();
    this.#palettes = new SavedPalettes();
  }

  /** Whether the workspace of the account has a published dashboard of this name. */
  async isPublished(place: ContentScope, publicId: string): Promise<boolean> {
    return (await findPublishedDashboard(this.#dependencies.database, place, { publicId })) !== undefined;
  }

  /** Returns the published version without checking rights: a delivery shows it to the recipients that its author has named. */
  async published(place: ItemSpace, name: DashboardName): Promise<Dashboard | undefined> {
    const row = await this.#store.publishedOf(this.#dependencies.database, place, name);
    return row && this.#read(this.#dependencies.database, place, row);
  }

  /** Publishes a dashboard with a copy of the reports its charts show. @throws NotFound, Forbidden, Invalid, Conflict */
  publish(change: Change, rights: ContentRights, workbookId: number, publishing: Publishing): Promise<Dashboard> {
    const { title, description, dashboardId, basedOn } = publishing;
    const { transaction } = change;
    return this.#edit(change, rights, workbookId, may.dashboard.publish, async ({ row, workbook }) => {
      requireRevision('draft', workbook.dashboard_draft, basedOn);
      const before = await this.#store.dashboardOf(transaction, workbookId);
      const isOther = dashboardId !== undefined && dashboardId !== null && dashboardId !== before?.id;
      if (isOther) throw new NotFound('dashboard.unknown', `The workbook has no dashboard ${dashboardId}`);
      const config =
        publishing.config ?? (workbook.dashboard_draft === null ? null : readConfig(workbook.dashboard_draft));
      if (!config) {
        throw new Invalid(
          'dashboard.nothing-to-publish',
          'The workbook has no draft of a dashboard, and no config is given',
        );
      }
      const frozen = await freezeCharts(config, {
        at: publishing.config ? 'config' : 'dashboardDraft',
        reportsOf: (ids) => this.#tabs.freezable(transaction, rights, ids),
      });
      const savedTheme = await this.#themes.namedBy(transaction, rights, config.theme);
      const dashboard = before ?? (await this.#insertDashboard(change, rights, workbookId));
      const versionNumber = (await this.#store.newestNumber(transaction, dashboard.id)) + 1;
      const content = writeFields(versionContent, {
        title: firstText(title, config.title) ?? row.name,
        description: firstText(description, config.description) ?? null,
        config,
        savedTheme,
      });
      const version = {
        dashboard_id: dashboard.id,
        version_number: versionNumber,
        ...content,
        published_by: rights.userId,
        published_at: change.now,
      };
      const snapshots = frozen.map(({ reportId, report }) => ({
        ...writeFrozen(report),
        report_id: reportId,
      }));
      await this.#store.insertVersion(transaction, version, snapshots);
      await this.#workbooks.update(transaction, workbookId, { dashboard_draft: content.config });
      const details = { dashboardId: dashboard.id, versionNumber };
      await this.#record(change, rights, 'Published dashboard', row, details);
    });
  }

  /** Lists the newest first; empty when the workbook has published nothing. @throws NotFound, Forbidden */
  async versions(rights: ContentRights, workbookId: number, range: VersionRange): Promise<readonly ListedVersion[]> {
    await this.#access.require(this.#dependencies.database, rights, may.dashboard.readVersions, workbookId);
    const rows = await this.#store.versions(workbookId, range, this.#dependencies.clock.now());
    return rows.map(readListedVersion);
  }

  /** Returns one version with everything it showed. @throws NotFound, Forbidden */
  async version(rights: ContentRights, workbookId: number, versionId: number): Promise<Dashboard> {
    await this.#access.require(this.#dependencies.database, rights, may.dashboard.readVersions, workbookId);
    const row = await this.#store.version(this.#dependencies.database, workbookId, versionId);
    if (row) return this.#read(this.#dependencies.database, rights, row);
    throw unknownVersion(versionId);
  }

  /**
   * Restores the draft and the reports of a workbook from a version. Reports that the version does not show are
   * deleted, and later work is lost; the published version stays.
   *
   * @throws NotFound, Forbidden
   */
  async restore(change: Change, rights: ContentRights, workbookId: number, versionId: number): Promise<void> {
    const { transaction } = change;
    await this.#inLock(change, rights, workbookId, may.dashboard.restore, async ({ row }) => {
      const version = await this.#store.version(transaction, workbookId, versionId);
      if (!version) throw unknownVersion(versionId);
      const snapshots = (await this.#store.snapshots(transaction, [versionId])).get(versionId) ?? [];
      const dashboard = readDashboard(version, snapshots);
      const tabs = { store: this.#tabs, items: this.#items, now: change.now };
      const config = this.#themes.areKnownTo(rights) ? readConfig(version.config) : withoutSavedTheme(dashboard.config);
      const draft = await restoreTabs({ transaction, rights, ...tabs }, { ...dashboard, config });
      await this.#workbooks.update(transaction, workbookId, { dashboard_draft: JSON.stringify(draft) });
      const { versionNumber, dashboardId } = dashboard;
      await this.#record(change, rights, 'Restored dashboard', row, { dashboardId, versionNumber });
    });
  }

  /** Changes settings, for this version and later ones. @throws NotFound, Forbidden, Invalid */
  setEmbedding(
    change: Change,
    rights: ContentRights,
    workbookId: number,
    wanted: ChangeOf<typeof dashboardSettings>,
  ): Promise<Dashboard> {
    const { transaction } = change;
    return this.#edit(change, rights, workbookId, may.dashboard.setEmbedding, async ({ row }) => {
      const dashboard = await this.#store.dashboardOf(transaction, workbookId);
      if (!dashboard) throw new Invalid('dashboard.unpublished', 'The workbook has published no dashboard yet');
      const changed = changedIn(readFields(dashboardSettings, dashboard), wanted);
      if (Object.keys(changed).length === 0) return;
      await this.#store.updateDashboard(transaction, dashboard.id, writeFields(dashboardSettings, changed));
      await this.#record(change, rights, 'Updated dashboard', row, { dashboardId: dashboard.id, ...changed });
    });
  }

  /** @returns what is published afterwards */
  #edit(
    change: Change,
    rights: ContentRights,
    workbookId: number,
    act: LevelRequirement,
    work: (locked: Locked) => Promise<void>,
  ): Promise<Dashboard> {
    return this.#inLock(change, rights, workbookId, act, async (locked) => {
      const { transaction } = change;
      await work(locked);
      const row = await this.#store.publishedOf(transaction, rights, { workbookId });
      if (!row) throw new Error(`workbook ${workbookId} has no published version`);
      return this.#read(transaction, rights, row);
    });
  }

  async #inLock<T>(
    change: Change,
    rights: ContentRights,
    workbookId: number,
    act: LevelRequirement,
    work: (locked: Locked) => Promise<T>,
  ): Promise<T> {
    const { transaction } = change;
    const workbook = await this.#workbooks.lock(transaction, rights, workbookId);
    const row = await this.#access.require(transaction, rights, act, workbookId);
    if (workbook) return work({ row, workbook });
    throw new NotFound('content.unknown', `There is no workbook ${workbookId}`);
  }

  async #read(writer: Writer, place: ItemSpace, row: DashboardVersionRow): Promise<Dashboard> {
    const snapshots = await this.#store.snapshots(writer, [row.version_id]);
    const dashboard = readDashboard(row, snapshots.get(row.version_id) ?? []);
    return { ...dashboard, snapshots: await this.#palettes.inCharts(writer, place, dashboard.snapshots) };
  }

  #insertDashboard({ transaction, now }: Change, rights: ContentRights, workbookId: number): Promise<DashboardRow> {
    return this.#store.insertDashboard(transaction, {
      account_id: rights.accountId,
      workbook_id: workbookId,
      public_id: newPublicId(),
      created_by: rights.userId,
      created_at: now,
    });
  }

  /** Records the change in the workbook and in the audit log. */
  async #record(
    change: Change,
    rights: ContentRights,
    event: AuditEvent,
    { id, name }: ItemRow,
    details: object,
  ): Promise<void> {
    const { deploymentId, userId } = rights;
    const stamps = { updated_by: userId, updated_at: change.now };
    await this.#items.update(change.transaction, rights, id, stamps);
    const attributes = { workbookId: id, workbook: name, ...details };
    await change.record({ event, deploymentId, attributes });
  }
}

/** Returns the first text that is not blank. */
function firstText(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.find((text) => text?.trim()) ?? undefined;
}

function unknownVersion(id: number): NotFound {
  return new NotFound('dashboard.unknown-version', `The workbook has no version ${id} of a dashboard`);
}
