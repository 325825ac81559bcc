import type { Selectable, Transaction } from 'kysely';
import type { Tables, WorkbookTable } from '@orrery/store';
import { repointCharts } from './chart-widgets.ts';
import { DashboardStore, type DashboardVersionRow, type SnapshotRow } from './dashboard-store.ts';
import { type ItemRow, ItemStore, newPublicId, readFields, type ContentRights, writeFields } from '../item/index.ts';
import { type Dashboard, readConfig, versionContent, withoutSavedTheme } from './dashboard.ts';
import { thawReport, writeFrozen } from './frozen-report.ts';
import { contentOf } from './restore-tabs.ts';
import { TabStore } from './tab-store.ts';
import { WorkbookStore } from './workbook-store.ts';

const longestName = 255;

interface Copying {
  readonly transaction: Transaction<Tables>;
  /** The owner of the copy. */
  readonly rights: ContentRights;
  readonly now: number;
}

/** A version as it was read: another one may have been published since. */
interface ReadVersion {
  readonly version: DashboardVersionRow;
  readonly kept: readonly SnapshotRow[];
}

/**
 * Copies a workbook within its folder, with its reports, which the charts of the copy show, and its published version
 * as a dashboard of its own. The copy is independent of the original.
 */
export async function duplicateWorkbook(
  { transaction, rights, now }: Copying,
  source: ItemRow,
  workbook: Selectable<WorkbookTable>,
): Promise<ItemRow> {
  const items = new ItemStore();
  const copy = await items.insert(transaction, rights, {
    kind: 'WORKBOOK',
    name: nameOfCopy(source.name),
    folder_id: source.folder_id,
    workbook_id: null,
    // Shares are not copied, but a copy of an item closed to the account stays closed.
    general_access: source.general_access === 0 ? 0 : null,
    owner_id: rights.userId,
    updated_by: null,
    created_at: now,
    updated_at: now,
  });
  const newIds = await copyTabs({ transaction, rights, now }, new TabStore(items), source.id, copy.id);
  const { meta, calculated_fields, dashboard_draft: draft } = workbook;
  await new WorkbookStore({ database: transaction, clock: { now: () => now } }).insert(transaction, {
    item_id: copy.id,
    meta,
    calculated_fields: repointKeys(calculated_fields, newIds),
    dashboard_draft: draft === null ? null : repointText(draft, newIds),
  });
  const store = new DashboardStore(transaction);
  const version = (await store.published(transaction, [source.id])).get(source.id);
  if (!version) return copy;
  const kept = (await store.snapshots(transaction, [version.version_id])).get(version.version_id) ?? [];
  await copyDashboard({ transaction, rights, now }, { version, kept }, copy.id, newIds);
  return copy;
}

/**
 * Copies what a workbook of another space has published: its reports, and its published version as the draft and as a
 * dashboard of the copy. Its charts keep the colours that they have now.
 */
export async function duplicatePublished(
  { transaction, rights, now }: Copying,
  source: ItemRow,
  { snapshots, config, ...read }: Pick<Dashboard, 'snapshots' | 'config'> & ReadVersion,
): Promise<ItemRow> {
  const items = new ItemStore();
  const copy = await items.insert(transaction, rights, {
    kind: 'WORKBOOK',
    name: nameOfCopy(source.name),
    folder_id: null,
    workbook_id: null,
    general_access: null,
    owner_id: rights.userId,
    updated_by: null,
    created_at: now,
    updated_at: now,
  });
  const tabs = new TabStore(items);
  const newIds = new Map<number, number>();
  for (const { id: _, reportId, ...frozen } of snapshots) {
    const report = thawReport(frozen);
    const content = { source: 'D3', ...contentOf(report) };
    newIds.set(reportId, (await tabs.insert(transaction, rights, copy.id, { name: report.name, content, now })).id);
  }
  await new WorkbookStore({ database: transaction, clock: { now: () => now } }).insert(transaction, {
    item_id: copy.id,
    meta: '{}',
    calculated_fields: '{}',
    dashboard_draft: JSON.stringify(repointCharts(withoutSavedTheme(config), newIds)),
  });
  await copyDashboard({ transaction, rights, now }, read, copy.id, newIds, snapshots);
  return copy;
}

/** @returns old numbers to new ones */
async function copyTabs(
  { transaction, rights, now }: Copying,
  tabs: TabStore,
  sourceId: number,
  copyId: number,
): Promise<ReadonlyMap<number, number>> {
  const newIds = new Map<number, number>();
  for (const { id, name, content } of await tabs.tabs(transaction, sourceId)) {
    newIds.set(id, (await tabs.insert(transaction, rights, copyId, { name, content, now })).id);
  }
  return newIds;
}

async function copyDashboard(
  { transaction, rights, now }: Copying,
  { version, kept }: ReadVersion,
  copyId: number,
  newIds: ReadonlyMap<number, number>,
  /** The snapshots as the copy has them; absent: as they are kept. */
  charts: Dashboard['snapshots'] = [],
): Promise<void> {
  const store = new DashboardStore(transaction);
  const dashboard = await store.insertDashboard(transaction, {
    account_id: rights.accountId,
    workbook_id: copyId,
    public_id: newPublicId(),
    created_by: rights.userId,
    created_at: now,
  });
  const changed = new Map(charts.map(({ id: _, reportId, ...frozen }) => [reportId, writeFrozen(frozen)]));
  const frozen = kept.map(({ id: _, version_id: __, position: ___, ...snapshot }) => ({
    ...snapshot,
    ...changed.get(snapshot.report_id),
    report_id: newIds.get(snapshot.report_id) ?? snapshot.report_id,
  }));
  const content = readFields(versionContent, version);
  await store.insertVersion(
    transaction,
    {
      dashboard_id: dashboard.id,
      version_number: 1,
      ...writeFields(versionContent, { ...content, config: repointCharts(content.config, newIds) }),
      published_by: rights.userId,
      published_at: now,
    },
    frozen,
  );
}

function nameOfCopy(name: string): string {
  const whole = `Copy of ${name}`;
  if (whole.length <= longestName) return whole;
  return whole.slice(0, longestName).replace(/[\uD800-\uDBFF]$/, ''); // not half a character
}

function repointText(config: string, newIds: ReadonlyMap<number, number>): string {
  return JSON.stringify(repointCharts(readConfig(config), newIds));
}

function repointKeys(text: string, newIds: ReadonlyMap<number, number>): string {
  const byReport = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return JSON.stringify(
    Object.fromEntries(Object.entries(byReport).map(([id, fields]) => [newIds.get(Number(id)) ?? id, fields])),
  );
}
