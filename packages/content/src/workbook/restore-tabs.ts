import { isDeepStrictEqual } from 'node:util';
import type { DashboardConfig } from '@orrery/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import { repointCharts } from './chart-widgets.ts';
import type { Dashboard } from './dashboard.ts';
import { type FreezableReport, thawReport } from './frozen-report.ts';
import { type ContentRights, type ItemStore, requireSources } from '../item/index.ts';
import { asksSource, isSameQuestion, readQuestion, writeQuestion } from '../query/index.ts';
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
  if (!tab) return asksSource(report.question);
  const { name, content } = tab;
  if (!asksSource(readQuestion(content)) && !asksSource(report.question)) return false;
  const wanted = contentOf(report);
  const before = { ...content, meta: content.meta ?? '{}' }; // a version keeps no meta as an empty one
  return name !== report.name || !isDeepStrictEqual({ ...before, ...wanted }, before);
}

function changed({ id, version, content }: Tab, report: FreezableReport): Tab {
  const wanted = { ...content, ...contentOf(report) };
  const isSame = isSameQuestion(wanted, content);
  return { id, name: report.name, version: isSame ? version : version + 1, content: wanted };
}

export function contentOf({ title, description, question, meta }: FreezableReport) {
  return {
    title,
    description,
    ...writeQuestion(question),
    meta: meta === null ? null : JSON.stringify(meta),
  };
}
