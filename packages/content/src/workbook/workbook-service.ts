import type { DashboardConfig } from '@orrery/contract';
import type { Transaction } from 'kysely';
import { inTransaction, type Tables } from '@orrery/store';
import { type AuditActor, NotFound } from '@orrery/kernel';
import type { AuditEvent } from '@orrery/people';
import type { ContentDependencies } from '../workspace/index.ts';
import {
  type Act,
  ContentAccess,
  type ItemRow,
  ItemStore,
  type Level,
  lockTree,
  may,
  type ContentRights,
  requireMaker,
} from '../item/index.ts';
import { DashboardStore } from './dashboard-store.ts';
import { duplicateWorkbook } from './duplicate-workbook.ts';
import { readDashboard } from './dashboard.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { type WorkbookRange, WorkbookStore } from './workbook-store.ts';

/** Approximate size of the dashboards on one page; a larger one is alone on its page. */
const bytesOfPage = 16 * 1024 * 1024;
const defaultName = 'Untitled workbook';

type JsonObject = Readonly<Record<string, unknown>>;

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

  constructor(dependencies: ContentDependencies) {
    const { database } = dependencies;
    this.#dependencies = dependencies;
    this.#access = new ContentAccess();
    this.#items = new ItemStore();
    this.#store = new WorkbookStore(database);
    this.#dashboards = new DashboardStore(database);
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
      const [workbooks, hasMore] = [await this.#read(rights, ids), sizes.length > fitting.length];
      // When all of them were deleted meanwhile, the next ones are returned.
      if (workbooks.length > 0 || !hasMore) return { workbooks, hasMore, count };
      after = fitting.at(-1);
    }
  }

  /** @throws NotFound */
  async get(rights: ContentRights, id: number): Promise<Workbook> {
    await this.#access.require(this.#dependencies.database, rights, may.workbook.open, id);
    return this.#readOne(rights, id);
  }

  /**
   * Reads as many of these as fit on a page, from the first one on, in this order, without deleted ones and without a
   * check of rights.
   */
  async read(rights: ContentRights, ids: readonly number[]): Promise<readonly Workbook[]> {
    const bytes = await this.#store.bytesOf(rights, ids);
    const there = ids.filter((id) => bytes.has(id));
    return this.#read(
      rights,
      fittingOf(there.map((id) => ({ id, bytes: bytes.get(id) ?? 0 }))).map(({ id }) => id),
    );
  }

  /** Checks access before any problem of the request is reported. @throws NotFound, Forbidden */
  async requireLevel(rights: ContentRights, id: number, least: Level): Promise<void> {
    await this.#access.require(this.#dependencies.database, rights, { kind: 'WORKBOOK', least }, id);
  }

  /** @throws Forbidden, NotFound for the folder */
  async create(rights: ContentRights, by: AuditActor, { name, meta, folderId = null }: NewWorkbook): Promise<Workbook> {
    requireMaker(rights);
    const id = await inTransaction(this.#dependencies.database, async (transaction) => {
      await this.#requireFolder(transaction, rights, folderId);
      const row = await this.#insert(transaction, rights, { name: name ?? defaultName, folderId });
      await this.#store.insert(transaction, {
        item_id: row.id,
        meta: JSON.stringify(meta ?? {}),
        calculated_fields: '{}',
        dashboard_draft: null,
      });
      await this.#record(transaction, rights, by, 'Created workbook', row);
      return row.id;
    });
    return this.get(rights, id);
  }

  /** Changes a workbook; without an actual change, its time of change stays. @throws NotFound, Forbidden */
  async update(
    rights: ContentRights,
    by: AuditActor,
    id: number,
    { name, meta, folderId }: WorkbookChange,
  ): Promise<Workbook> {
    await inTransaction(this.#dependencies.database, async (transaction) => {
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
      if (changed.length === 0) return;
      await this.#touch(transaction, rights, id, wanted);
      await this.#store.update(transaction, id, { meta: metaText });
      await this.#record(transaction, rights, by, 'Updated workbook', { id, name: wanted.name }, { changed });
    });
    // Returned even if the user cannot see it in its new folder.
    return this.#readOne(rights, id);
  }

  /** Replaces the draft. @param draft `null` removes it; absent leaves it unchanged @throws NotFound, Forbidden */
  async setDraft(
    rights: ContentRights,
    by: AuditActor,
    id: number,
    draft: DashboardConfig | null | undefined,
  ): Promise<Workbook> {
    await inTransaction(this.#dependencies.database, async (transaction) => {
      const { row, workbook } = await this.#lock(transaction, rights, id, may.workbook.change);
      if (draft === undefined) return;
      const text = draft === null ? null : JSON.stringify(draft);
      if (text === workbook.dashboard_draft) return;
      await this.#touch(transaction, rights, id, {});
      await this.#store.update(transaction, id, { dashboard_draft: text });
      await this.#record(transaction, rights, by, 'Updated workbook', row, { changed: ['dashboardDraft'] });
    });
    return this.get(rights, id);
  }

  /** Deletes a workbook with its reports, dashboard and all their dependents. @throws NotFound, Forbidden */
  async delete(rights: ContentRights, by: AuditActor, id: number): Promise<void> {
    await inTransaction(this.#dependencies.database, async (transaction) => {
      const { row } = await this.#lock(transaction, rights, id, may.workbook.delete);
      await this.#dashboards.clearPolicies(transaction, rights.accountId, id);
      await this.#items.delete(transaction, rights, id);
      await this.#record(transaction, rights, by, 'Deleted workbook', row);
    });
  }

  /** Creates a copy in the same folder that belongs to the user. @throws NotFound, Forbidden */
  async duplicate(rights: ContentRights, by: AuditActor, id: number): Promise<Workbook> {
    const copyId = await inTransaction(this.#dependencies.database, async (transaction) => {
      await lockTree(transaction, rights, 'shared');
      const { row, workbook } = await this.#lock(transaction, rights, id, may.workbook.duplicate);
      requireMaker(rights);
      const now = this.#dependencies.clock.now();
      const copy = await duplicateWorkbook({ transaction, rights, now }, row, workbook);
      await this.#record(transaction, rights, by, 'Created workbook', copy, { copyOf: id });
      return copy.id;
    });
    return this.get(rights, copyId);
  }

  /** Reads a workbook without a check of rights. @throws NotFound */
  async #readOne(rights: ContentRights, id: number): Promise<Workbook> {
    const [workbook] = await this.#read(rights, [id]);
    if (workbook) return workbook;
    throw unknownWorkbook(id);
  }

  /** Reads the existing ones of these, in this order. */
  async #read(rights: ContentRights, ids: readonly number[]): Promise<readonly Workbook[]> {
    const [rows, published] = await Promise.all([
      this.#store.rows(this.#dependencies.database, rights, ids),
      this.#dashboards.published(this.#dependencies.database, ids),
    ]);
    const snapshots = await this.#dashboards.snapshots(
      this.#dependencies.database,
      [...published.values()].map(({ version_id }) => version_id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      const version = published.get(id);
      const dashboard = version ? readDashboard(version, snapshots.get(version.version_id) ?? []) : null;
      return [readWorkbook(row, dashboard, rights)];
    });
  }

  /** Locks a workbook, and the rights to it, until the transaction ends. */
  async #lock(transaction: Transaction<Tables>, rights: ContentRights, id: number, act: Act) {
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
    transaction: Transaction<Tables>,
    rights: ContentRights,
    { name, folderId }: { readonly name: string; readonly folderId: number | null },
  ): Promise<ItemRow> {
    const now = this.#dependencies.clock.now();
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
    transaction: Transaction<Tables>,
    rights: ContentRights,
    id: number,
    change: { readonly name?: string; readonly folder_id?: number | null },
  ): Promise<void> {
    const stamps = { updated_by: rights.userId, updated_at: this.#dependencies.clock.now() };
    await this.#items.update(transaction, rights, id, { ...change, ...stamps });
  }

  async #record(
    transaction: Transaction<Tables>,
    { accountId, deploymentId }: ContentRights,
    by: AuditActor,
    event: AuditEvent,
    { id, name }: Pick<ItemRow, 'id' | 'name'>,
    details: object = {},
  ): Promise<void> {
    const attributes = { workbookId: id, workbook: name, ...details };
    await this.#dependencies.audit.record(transaction, accountId, by, { event, deploymentId, attributes });
  }
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
