import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveMetadata, type ServedMetadata } from '../../packages/deployments/src/open-metadata.ts';
import type { ItemKind } from '../../packages/content/src/item/level.ts';
import type { ContentRights } from '../../packages/content/src/item/content-rights.ts';
import type { WorkspacePosition, WorkspaceQuery } from '../../packages/content/src/workspace/workspace-query.ts';
import { WorkspaceStore } from '../../packages/content/src/workspace/workspace-store.ts';
import { type Figure, median, timeMs } from '../measure.ts';

const items = 100_000;
const folders = 2_000;
const inOneStatement = 1_000;
const pageSize = 100;
/** Number of items in the root; the others are spread over the folders. */
const atTop = 60_000;
const base = Date.UTC(2026, 0, 1);

const callers = [
  { who: 'an administrator', boundMs: 5 },
  { who: 'somebody who may see 5,000', boundMs: 15 },
] as const;
/** Every name is compared. */
const searchBoundMs = 50;

const everything: WorkspaceQuery = {
  folderId: null,
  kinds: ['FOLDER', 'WORKBOOK', 'REPORT'],
  orderBy: 'updated_at',
  isDescending: true,
};

const questions: readonly (readonly [string, WorkspaceQuery])[] = [
  ['newest first', everything],
  ['by name', { ...everything, orderBy: 'name', isDescending: false }],
  ['last viewed first', { ...everything, orderBy: 'viewer_last_viewed_at' }],
  ['names with a word', { ...everything, search: 'item 77' }],
];

/** Measures the time for a page of a large workspace, anywhere in the list, on SQLite, without HTTP. */
export async function pageOfWorkspace(): Promise<readonly Figure[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'orrery-bench-workspace-'));
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  try {
    const userId = await fill(metadata);
    const figures: Figure[] = [];
    for (const { who, boundMs } of callers) {
      const sees = who === 'an administrator' ? 'all' : 'shared';
      const rights: ContentRights = {
        accountId: metadata.accountId,
        deploymentId: 1,
        userId,
        sees,
        space: 0,
        claims: {},
        isOfAccount: true,
      };
      for (const [what, query] of questions) {
        const samples = await pagesOf(new WorkspaceStore(metadata.store.database), rights, query);
        const middle = median(samples);
        const bound = query.search === undefined ? boundMs : searchBoundMs;
        figures.push({
          name: `a page of ${pageSize} of a workspace of ${items.toLocaleString('en')} items, ${what}, for ${who}`,
          measured: `${middle.toFixed(2)} ms`,
          baseline: '',
          bound: `${bound} ms`,
          isWithin: middle <= bound,
        });
      }
    }
    return figures;
  } finally {
    await metadata.close();
    rmSync(dataDirectory, { recursive: true });
  }
}

/** Pages one after the other, from the start on. */
async function pagesOf(
  store: WorkspaceStore,
  rights: ContentRights,
  query: WorkspaceQuery,
): Promise<readonly number[]> {
  const samples: number[] = [];
  let after: WorkspacePosition | undefined;
  for (let round = -3; round < 40; round += 1) {
    let found = 0;
    const took = await timeMs(async () => {
      const rows = await store.list(rights, query, { after, most: pageSize + 1 });
      found = rows.length;
      after = round < 0 ? undefined : rows[pageSize - 1]?.position;
    });
    if (found === 0) throw new Error('a page is empty');
    if (round >= 0) samples.push(took);
  }
  return samples;
}

/** @returns a user with whom 5,000 items are shared: most through folders, some individually */
async function fill({ changes, store: { database }, accountId, users, groups }: ServedMetadata): Promise<number> {
  const by = { via: 'command' } as const;
  const [owner, explorer] = [
    await changes.make({ accountId, by }, (change) => users.create(change, { username: 'owner', role: 'explorer' })),
    await changes.make({ accountId, by }, (change) => users.create(change, { username: 'reader', role: 'explorer' })),
  ];
  const group = await changes.changeRights({ accountId, by }, (change) =>
    groups.create(change, { name: 'explorers', members: { exactly: [explorer.id] } }),
  );
  const itemAt = (id: number, kind: ItemKind, folderId: number | null) => ({
    ...{ id, kind, folder_id: folderId, workbook_id: null, deployment_id: 1, owner_id: owner.id, updated_by: null },
    ...{ name: `Item ${id}`, name_key: `item ${id}`, created_at: base + id, updated_at: base + ((id * 7_919) % items) },
  });
  for (let first = 1; first <= folders; first += inOneStatement) {
    const ids = Array.from({ length: inOneStatement }, (_, index) => first + index);
    // The first twenty folders are at the top, the others inside one of them.
    const rows = ids.map((id) => itemAt(id, 'FOLDER', id <= 20 ? null : 1 + (id % 20)));
    await database.insertInto('content_item').values(rows).execute();
    const ancestors = rows.flatMap(({ id, folder_id }) => [
      { folder_id: id, ancestor_id: id, distance: 0 },
      ...(folder_id === null ? [] : [{ folder_id: id, ancestor_id: folder_id, distance: 1 }]),
    ]);
    await database.insertInto('folder_ancestor').values(ancestors).execute();
  }
  for (let first = folders + 1; first <= items; first += inOneStatement) {
    const ids = Array.from({ length: inOneStatement }, (_, index) => first + index);
    const rows = ids.map((id) =>
      itemAt(id, id % 3 === 0 ? 'REPORT' : 'WORKBOOK', id <= atTop ? null : 21 + (id % (folders - 20))),
    );
    await database.insertInto('content_item').values(rows).execute();
  }
  const share = (resource_type: string, resource_id: number, action: string) => ({
    ...{ account_id: accountId, user_id: null, group_id: group.id, resource_type, resource_id, action },
  });
  const policies = [
    ...Array.from({ length: 100 }, (_, index) => share('Folder', 21 + index * 19, 'FolderRead')),
    ...Array.from({ length: 3_000 }, (_, index) => folders + 1 + index * 19).map((id) =>
      id % 3 === 0 ? share('Report', id, 'ReportRead') : share('Workbook', id, 'WorkbookRead'),
    ),
  ];
  for (let first = 0; first < policies.length; first += inOneStatement) {
    const some = policies.slice(first, first + inOneStatement);
    await database.insertInto('resource_policy').values(some).execute();
  }
  const views = Array.from({ length: 500 }, (_, index) => ({
    ...{ user_id: explorer.id, item_id: folders + 1 + index * 19, viewed_at: base + index },
  }));
  await database.insertInto('content_view').values(views).execute();
  return explorer.id;
}
