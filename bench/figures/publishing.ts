import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveMetadata, type ServedMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { ItemStore } from '../../packages/content/src/item/item-store.ts';
import { openContent } from '../../packages/content/src/open-content.ts';
import type { ContentRights } from '../../packages/content/src/item/content-rights.ts';
import { TabStore } from '../../packages/content/src/workbook/tab-store.ts';
import { type Figure, median, timeMs } from '../measure.ts';

const charts = 50;
const boundMs = 20;
const by = { via: 'command' } as const;

/** Measures the time to publish a dashboard, on SQLite on disk, without HTTP. */
export async function publishing(): Promise<readonly Figure[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'orrery-bench-publishing-'));
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  try {
    const content = openContent(metadata, Date);
    const { id: userId } = await metadata.changes.make({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.create(change, { username: 'maker', role: 'explorer' }),
    );
    const rights: ContentRights = {
      accountId: metadata.accountId,
      deploymentId: 1,
      userId,
      sees: 'shared',
      space: 0,
      claims: {},
      isOfAccount: true,
    };
    const { id } = await metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
      content.workbooks.create(change, rights, { name: 'Sales' }),
    );
    const widgets = (await makeTabs(metadata, rights, id)).map((reportId, index) => ({
      id: `widget-${index}`,
      type: 'CHART' as const,
      position: { x: (index % 3) * 4, y: Math.floor(index / 3) * 8, w: 4, h: 8 },
      config: { reportId, hideTitle: false, controlsMapping: { region: { enabled: true, member: 'orders.region' } } },
    }));
    await metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
      content.workbooks.setDraft(change, rights, id, { draft: { title: 'Sales', widgets } }),
    );
    const samples: number[] = [];
    for (let round = -5; round < 100; round += 1) {
      const took = await timeMs(async () => {
        const { snapshots } = await metadata.changes.make({ accountId: rights.accountId, by }, (change) =>
          content.dashboards.publish(change, rights, id, {}),
        );
        if (snapshots.length !== charts) throw new Error('a chart is missing');
      });
      if (round >= 0) samples.push(took);
    }
    const middle = median(samples);
    return [
      {
        name: `publish a dashboard with ${charts} charts, each with a report of its own`,
        measured: `${middle.toFixed(2)} ms`,
        baseline: '',
        bound: `${boundMs} ms`,
        isWithin: middle <= boundMs,
      },
    ];
  } finally {
    await metadata.close();
    rmSync(dataDirectory, { recursive: true });
  }
}

async function makeTabs({ store: { database } }: ServedMetadata, rights: ContentRights, workbookId: number) {
  const tabs = new TabStore(new ItemStore());
  const spec = {
    mark: 'bar',
    encoding: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`c${index}`, {}])),
  };
  const meta = {
    visualization: { kind: 'vega', spec },
    preferences: { columnFormats: { total: { type: 'currency' } } },
  };
  const ids: number[] = [];
  for (let index = 0; index < charts; index += 1) {
    const content = {
      title: `Report ${index}`,
      description: null,
      json_query: JSON.stringify({ measures: ['orders.total'], dimensions: ['orders.region'], limit: index }),
      sql_query: 'SELECT region, MEASURE(total) FROM orders GROUP BY 1 ORDER BY 2 DESC',
      meta: JSON.stringify(meta),
      pivot_items: null,
      source: 'D3',
      result_location: null,
      end_result_cell: null,
      external_workbook_id: null,
    };
    ids.push((await tabs.insert(database, rights, workbookId, { name: `Report ${index}`, content, now: 1 })).id);
  }
  return ids;
}
