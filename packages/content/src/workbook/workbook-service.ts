import type { DashboardConfig } from '@orrery/contract';
import type { Transaction } from 'kysely';
import type { Tables, Writer } from '@orrery/store';
import { Invalid, NotFound, type JsonObject } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import type { ContentDependencies } from '../workspace/index.ts';
import {
  type LevelRequirement,
  ContentAccess,
  type ItemRow,
  ItemStore,
  type Level,
  lockTree,
  may,
  type ContentRights,
  requireMaker,
  requireRevision,
} from '../item/index.ts';
import { SavedPalettes } from '../palette/index.ts';
import { DashboardStore } from './dashboard-store.ts';
import { duplicatePublished, duplicateWorkbook } from './duplicate-workbook.ts';
import { readDashboard } from './dashboard.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { type WorkbookRange, WorkbookStore } from './workbook-store.ts';

/** Approximate size of the dashboards on one page; a larger one is alone on its page. */
const bytesOfPage = 16 * 1024 * 1024;
const defaultName = 'Untitled workbook';

export interface NewWorkbook {
  readonly name?: string | null | undefined;
  readonly meta?: JsonObject | null | undefined;
  /** `null` when in no folder. */
  readonly folderId?: number | null | undefined;
}

/** Missing fields keep their value. */
export interface WorkbookChange {
  readonly name?: string | undefined;
  /** `null`: nothing. */
  readonly meta?: JsonObject | null | undefined;
  readonly folderId?: number | null | undefined;
}

/** A page of the list of workbooks. */
export interface WorkbookPage {
  readonly workbooks: readonly Workbook[];
  readonly hasMore: boolean;
  /** Total over all pages. */
  readonly count: number;
}

/** Workbooks of a deployment. Rights are checked here, in the transaction of the change. */
export class WorkbookService {
  readonly #dependencies: ContentDependencies;
  readonly #access: ContentAccess;
  readonly #items: ItemStore;
  readonly #store: WorkbookStore;
  readonly #dashboards: DashboardStore;
  readonly #palettes: SavedPalettes;

  constructor(dependencies: ContentDependencies) {
    const { database } = dependencies;
    this.#dependencies = dependencies;
    this.#access = new ContentAccess();
    this.#items = new ItemStore();
    this.#store = new WorkbookStore(dependencies);
    this.#dashboards = new DashboardStore(database);
    this.#palettes = new SavedPalettes();
  }

  /**
   * Lists the latest change first. A page may hold fewer than requested when workbooks are large. @throws NotFound for
   * the folder
   */
  async list(rights: ContentRights, { most, ...range }: WorkbookRange): Promise<WorkbookPage> {
    const { folderId = null } = range;
    if (folderId !== null && !(await this.#store.isFolderShown(rights, folderId))) {
      throw new NotFound('content.unknown', `There is no folder ${folderId}`);
    }
    const count = await this.#store.count(rights, range.folderId);
    for (let { after } = range; ; ) {
      const sizes = await this.#store.sizes(rights, { ...range, after, most: most + 1 });
      const fitting = fittingOf(sizes.slice(0, most));
      const ids = fitting.map(({ id }) => id);
      const [workbooks, hasMore] = [
        await this.#read(this.#dependencies.database, rights, ids),
        sizes.length > fitting.length,
      ];
      // When all of them were deleted meanwhile, the next ones are returned.
      if (workbooks.length > 0 || !hasMore) return { workbooks, hasMore, count };
      after = fitting.at(-1);
    }
  }

  /** @throws NotFound */
  async get(rights: ContentRights, id: number): Promise<Workbook> {
    return this.#get(this.#dependencies.database, rights, id);
  }

  /**
   * Reads as many of these as fit on a page, from the first one on, in this order, without deleted ones and without a
   * check of rights.
   */
  async read(rights: ContentRights, ids: readonly number[]): Promise<readonly Workbook[]> {
    const bytes = await this.#store.bytesOf(rights, ids);
    const there = ids.filter((id) => bytes.has(id));
    return this.#read(
      this.#dependencies.database,
      rights,
      fittingOf(there.map((id) => ({ id, bytes: bytes.get(id) ?? 0 }))).map(({ id }) => id),
    );
  }

  /** Checks access before any problem of the request is reported. @throws NotFound, Forbidden */
  async requireLevel(rights: ContentRights, id: number, least: Level): Promise<void> {
    await this.#access.require(this.#dependencies.database, rights, { kind: 'WORKBOOK', least }, id);
  }

  /** @throws Forbidden, NotFound for the folder */
  async create(change: Change, rights: ContentRights, { name, meta, folderId = null }: NewWorkbook): Promise<Workbook> {
    requireMaker(rights);
    const { transaction } = change;
    await this.#requireFolder(transaction, rights, folderId);
    const row = await this.#insert(change, rights, { name: name ?? defaultName, folderId });
    await this.#store.insert(transaction, {
      item_id: row.id,
      meta: JSON.stringify(meta ?? {}),
      calculated_fields: '{}',
      dashboard_draft: null,
    });
    await record(change, rights, 'Created workbook', row);
    return this.#get(transaction, rights, row.id);
  }

  /** Changes a workbook; without an actual change, its time of change stays. @throws NotFound, Forbidden */
  async update(
    change: Change,
    rights: ContentRights,
    id: number,
    { name, meta, folderId }: WorkbookChange,
  ): Promise<Workbook> {
    const { transaction } = change;
    if (folderId !== undefined) await lockTree(transaction, rights, 'shared');
    const { row, workbook } = await this.#lock(transaction, rights, id, may.workbook.change);
    const isMoved = folderId !== undefined && folderId !== row.folder_id;
    if (isMoved) {
      await this.#access.require(transaction, rights, may.workbook.move, id);
      await this.#requireFolder(transaction, rights, folderId);
    }
    const wanted = { name: name ?? row.name, folder_id: isMoved ? folderId : row.folder_id };
    const metaText = meta === undefined ? workbook.meta : JSON.stringify(meta ?? {});
    const changed = [
      ...(wanted.name === row.name ? [] : ['name']),
      ...(wanted.folder_id === row.folder_id ? [] : ['folderId']),
      ...(metaText === workbook.meta ? [] : ['meta']),
    ];
    if (changed.length === 0) return this.#readOne(transaction, rights, id);
    await this.#touch(change, rights, id, wanted);
    await this.#store.update(transaction, id, { meta: metaText });
    await record(change, rights, 'Updated workbook', { id, name: wanted.name }, { changed });
    // Returned even if the user cannot see it in its new folder.
    return this.#readOne(transaction, rights, id);
  }

  /**
   * Replaces the draft.
   *
   * @param wanted its draft: `null` removes it; absent leaves it unchanged @throws NotFound, Forbidden, Conflict when the
   * draft is another one than the change was made on
   */
  async setDraft(
    change: Change,
    rights: ContentRights,
    id: number,
    {
      draft,
      basedOn,
    }: { readonly draft: DashboardConfig | null | undefined; readonly basedOn?: string | null | undefined },
  ): Promise<Workbook> {
    const { transaction } = change;
    const { row, workbook } = await this.#lock(transaction, rights, id, may.workbook.change);
    requireRevision('draft', workbook.dashboard_draft, basedOn);
    if (draft === undefined) return this.#get(transaction, rights, id);
    const text = draft === null ? null : JSON.stringify(draft);
    if (text === workbook.dashboard_draft) return this.#get(transaction, rights, id);
    await this.#touch(change, rights, id, {});
    await this.#store.update(transaction, id, { dashboard_draft: text });
    await record(change, rights, 'Updated workbook', row, { changed: ['dashboardDraft'] });
    return this.#get(transaction, rights, id);
  }

  /** Deletes a workbook with its reports, dashboard and all their dependents. @throws NotFound, Forbidden */
  async delete(change: Change, rights: ContentRights, id: number): Promise<void> {
    const { transaction } = change;
    const { row } = await this.#lock(transaction, rights, id, may.workbook.delete);
    await this.#dashboards.clearPolicies(transaction, rights.accountId, id);
    await this.#items.delete(transaction, rights, id);
    await record(change, rights, 'Deleted workbook', row);
  }

  /** Creates a copy in the same folder that belongs to the user. @throws NotFound, Forbidden */
  async duplicate(change: Change, rights: ContentRights, id: number): Promise<Workbook> {
    const { transaction } = change;
    await lockTree(transaction, rights, 'shared');
    const { row, workbook } = await this.#lock(transaction, rights, id, may.workbook.duplicate);
    requireMaker(rights);
    const copy = await duplicateWorkbook({ transaction, rights, now: change.now }, row, workbook);
    await record(change, rights, 'Created workbook', copy, { copyOf: id });
    return this.#get(transaction, rights, copy.id);
  }

  /**
   * Creates a copy of what a workbook has published that is shared with the user from another space, at the root of the
   * user's own.
   *
   * @param shared what the user sees there @throws NotFound, Invalid when it has published nothing
   */
  async duplicateShared(change: Change, rights: ContentRights, shared: ContentRights, id: number): Promise<Workbook> {
    const { transaction } = change;
    // Seen as such, so that one that has published nothing is told apart from one that is not shared.
    const seen: ContentRights = { ...shared, sees: 'shared' };
    const row = await this.#access.require(transaction, seen, may.workbook.open, id);
    const version = (await this.#dashboards.published(transaction, [id])).get(id);
    if (!version) throw new Invalid('workbook.unpublished', 'The workbook has published nothing to copy');
    const kept = (await this.#dashboards.snapshots(transaction, [version.version_id])).get(version.version_id) ?? [];
    const { config, snapshots: charts } = readDashboard(version, kept);
    const snapshots = await this.#palettes.inCharts(transaction, seen, charts);
    const copy = await duplicatePublished({ transaction, rights, now: change.now }, row, {
      config,
      snapshots,
      version,
      kept,
    });
    await record(change, rights, 'Created workbook', copy, { copyOf: id });
    return this.#get(transaction, rights, copy.id);
  }

  async #get(writer: Writer, rights: ContentRights, id: number): Promise<Workbook> {
    await this.#access.require(writer, rights, may.workbook.open, id);
    return this.#readOne(writer, rights, id);
  }

  /** Reads a workbook without a check of rights. @throws NotFound */
  async #readOne(writer: Writer, rights: ContentRights, id: number): Promise<Workbook> {
    const [workbook] = await this.#read(writer, rights, [id]);
    if (workbook) return workbook;
    throw unknownWorkbook(id);
  }

  /** Reads the existing ones of these, in this order. */
  async #read(writer: Writer, rights: ContentRights, ids: readonly number[]): Promise<readonly Workbook[]> {
    const rows = await this.#store.rows(writer, rights, ids);
    const published = await this.#dashboards.published(writer, ids);
    const snapshots = await this.#dashboards.snapshots(
      writer,
      [...published.values()].map(({ version_id }) => version_id),
    );
    const dashboards = [...published].map(
      ([id, version]) => [id, readDashboard(version, snapshots.get(version.version_id) ?? [])] as const,
    );
    const charts = await this.#palettes.inCharts(
      writer,
      rights,
      dashboards.flatMap(([, dashboard]) => dashboard.snapshots),
    );
    const chartsById = new Map(charts.map((chart) => [chart.id, chart]));
    const dashboardsById = new Map(
      dashboards.map(([id, dashboard]) => {
        const own = dashboard.snapshots.map((snapshot) => chartsById.get(snapshot.id) ?? snapshot);
        return [id, { ...dashboard, snapshots: own }];
      }),
    );
    const levels = await this.#access.levelsOf(writer, rights, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      return [readWorkbook(row, dashboardsById.get(id) ?? null, levels.get(id))];
    });
  }

  /** Locks a workbook, and the rights to it, until the transaction ends. */
  async #lock(transaction: Transaction<Tables>, rights: ContentRights, id: number, act: LevelRequirement) {
    const workbook = await this.#store.lock(transaction, rights, id);
    if (!workbook) throw unknownWorkbook(id);
    return { workbook, row: await this.#access.require(transaction, rights, act, id) };
  }

  async #requireFolder(
    transaction: Transaction<Tables>,
    rights: ContentRights,
    folderId: number | null,
  ): Promise<void> {
    if (folderId === null) return;
    await lockTree(transaction, rights, 'shared');
    await this.#access.require(transaction, rights, may.folder.addTo, folderId);
  }

  #insert(
    { transaction, now }: Change,
    rights: ContentRights,
    { name, folderId }: { readonly name: string; readonly folderId: number | null },
  ): Promise<ItemRow> {
    return this.#items.insert(transaction, rights, {
      kind: 'WORKBOOK',
      name,
      folder_id: folderId,
      workbook_id: null,
      general_access: null,
      owner_id: rights.userId,
      updated_by: null,
      created_at: now,
      updated_at: now,
    });
  }

  async #touch(
    { transaction, now }: Change,
    rights: ContentRights,
    id: number,
    columns: { readonly name?: string; readonly folder_id?: number | null },
  ): Promise<void> {
    const stamps = { updated_by: rights.userId, updated_at: now };
    await this.#items.update(transaction, rights, id, { ...columns, ...stamps });
  }
}

function record(
  change: Change,
  { deploymentId }: ContentRights,
  event: AuditEvent,
  { id, name }: Pick<ItemRow, 'id' | 'name'>,
  details: object = {},
): Promise<void> {
  return change.record({ event, deploymentId, attributes: { workbookId: id, workbook: name, ...details } });
}

/** Returns the first ones that fit on a page, at least one. */
function fittingOf<T extends { readonly bytes: number }>(sizes: readonly T[]): readonly T[] {
  let left = bytesOfPage;
  const end = sizes.findIndex(({ bytes }, index) => (left -= bytes) < 0 && index > 0);
  return end < 0 ? sizes : sizes.slice(0, end);
}

function unknownWorkbook(id: number): NotFound {
  return new NotFound('content.unknown', `There is no workbook ${id}`);
}
