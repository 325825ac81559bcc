import { isDeepStrictEqual } from 'node:util';
import type { DashboardConfig } from '@orrery/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import { repointCharts } from './chart-widgets.ts';
import type { Dashboard } from './dashboard.ts';
import { type FreezableReport, thawReport } from './frozen-report.ts';
import { type ContentRights, type ItemStore, requireSources } from '../item/index.ts';
import type { Tab, TabStore } from './tab-store.ts';

interface Restoring {
  readonly transaction: Transaction<Tables>;
  readonly rights: ContentRights;
  readonly store: TabStore;
  readonly items: ItemStore;
  readonly now: number;
}

/**
 * Restores the reports of a workbook from a version of its dashboard. Existing tabs keep their numbers; missing ones
 * are created; all other tabs are deleted.
 *
 * @returns the version's config, whose charts show these reports
 * @throws Forbidden when it would write a report in the SQL of a data source for a user who may not
 */
export async function restoreTabs(
  { transaction, rights, store, items, now }: Restoring,
  { workbookId, snapshots, config }: Dashboard,
): Promise<DashboardConfig> {
  const tabs = new Map((await store.lockTabs(transaction, workbookId)).map((tab) => [tab.id, tab]));
  const newIds = new Map<number, number>();
  for (const { reportId, ...frozen } of snapshots) {
    const report = thawReport(frozen);
    const tab = tabs.get(reportId);
    if (writesSource(tab, report)) requireSources(rights, `The report '${report.name}' or its version`);
    if (tab) {
      await store.update(transaction, rights, changed(tab, report), { userId: rights.userId, now });
    } else {
      const content = { source: 'D3', ...contentOf(report) };
      const item = await store.insert(transaction, rights, workbookId, { name: report.name, content, now });
      newIds.set(reportId, item.id);
    }
    tabs.delete(reportId);
  }
  for (const id of tabs.keys()) await items.delete(transaction, rights, id);
  return repointCharts(config, newIds);
}

/** Whether a report asks a data source directly before or afterwards, and is another one then. */
function writesSource(tab: Tab | undefined, report: FreezableReport): boolean {
  const wanted = contentOf(report);
  if (!tab) return wanted.source_query !== null;
  const { name, content } = tab;
  if (content.source_query === null && wanted.source_query === null) return false;
  const before = { ...content, meta: content.meta ?? '{}' }; // a version keeps no meta as an empty one
  return name !== report.name || !isDeepStrictEqual({ ...before, ...wanted }, before);
}

function changed({ id, version, content }: Tab, report: FreezableReport): Tab {
  const wanted = { ...content, ...contentOf(report) };
  const asksElse =
    wanted.json_query !== content.json_query ||
    wanted.sql_query !== content.sql_query ||
    wanted.source_query !== content.source_query;
  return { id, name: report.name, version: asksElse ? version + 1 : version, content: wanted };
}

export function contentOf({ title, description, sqlQuery, sourceQuery, jsonQuery, meta }: FreezableReport) {
  return {
    title,
    description,
    sql_query: sqlQuery,
    source_query: sourceQuery === null ? null : JSON.stringify(sourceQuery),
    json_query: jsonQuery,
    meta: meta === null ? null : JSON.stringify(meta),
  };
}
