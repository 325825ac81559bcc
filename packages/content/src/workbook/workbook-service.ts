import type { DashboardConfig } from '@orrery/contract';
import type { Transaction } from 'kysely';
import { inTransaction, type Tables } from '@orrery/store';
import { type Acting, NotFound } from '@orrery/kernel';
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
  type Reader,
  requireMaker,
} from '../item/index.ts';
import { DashboardStore } from './dashboard-store.ts';
import { duplicateWorkbook } from './duplicate-workbook.ts';
import { readDashboard } from './read-dashboard.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Workbook } from './workbook.ts';
import { type WorkbookRange, WorkbookStore } from './workbook-store.ts';

/** So much of dashboards is in one part of a list, about; a larger one is alone in its part. */
const bytesOfPage = 16 * 1024 * 1024;
const defaultName = 'Untitled workbook';

type JsonObject = Readonly<Record<string, unknown>>;

export interface NewWorkbook {
  readonly name?: string | null | undefined;
  readonly meta?: JsonObject | null | undefined;
  /** `null`: in none. */
  readonly folderId?: number | null | undefined;
}

/** What is not given stays. */
export interface WorkbookChange {
  readonly name?: string | undefined;
  /** `null`: nothing. */
  readonly meta?: JsonObject | null | undefined;
  readonly folderId?: number | null | undefined;
}

/** A part of the list of workbooks. */
export interface WorkbookPage {
  readonly workbooks: readonly Workbook[];
  readonly hasMore: boolean;
  /** Of all parts. */
  readonly count: number;
}

/** Workbooks of a deployment: who may see and change them is asked here, in the transaction of the change. */
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

  /** The newest change first. Fewer than asked for although there are more, where they are large. @throws NotFound of the folder */
  async list(reader: Reader, { most, ...range }: WorkbookRange): Promise<WorkbookPage> {
    const { folderId = null } = range;
    if (folderId !== null && !(await this.#store.isFolderShown(reader, folderId))) {
      throw new NotFound('content.unknown', `There is no folder ${folderId}`);
    }
    const count = await this.#store.count(reader, range.folderId);
    for (let { after } = range; ; ) {
      const sizes = await this.#store.sizes(reader, { ...range, after, most: most + 1 });
      const fitting = fittingOf(sizes.slice(0, most));
      const ids = fitting.map(({ id }) => id);
      const [workbooks, hasMore] = [await this.#read(reader, ids), sizes.length > fitting.length];
      // All of them were deleted meanwhile: those after them are what is asked for.
      if (workbooks.length > 0 || !hasMore) return { workbooks, hasMore, count };
      after = fitting.at(-1);
    }
  }

  /** @throws NotFound */
  async get(reader: Reader, id: number): Promise<Workbook> {
    await this.#access.require(this.#dependencies.database, reader, may.workbook.open, id);
    return this.#readOne(reader, id);
  }

  /**
   * As many of these as fit into one part of a list, from the first one on, in this order and without those that are
   * gone; who may see them has been asked.
   */
  async read(reader: Reader, ids: readonly number[]): Promise<readonly Workbook[]> {
    const bytes = await this.#store.bytesOf(reader, ids);
    const there = ids.filter((id) => bytes.has(id));
    return this.#read(
      reader,
      fittingOf(there.map((id) => ({ id, bytes: bytes.get(id) ?? 0 }))).map(({ id }) => id),
    );
  }

  /** Asked before anything is said of what a request holds. @throws NotFound, Forbidden */
  async requireLevel(reader: Reader, id: number, least: Level): Promise<void> {
    await this.#access.require(this.#dependencies.database, reader, { kind: 'WORKBOOK', least }, id);
  }

  /** @throws Forbidden, NotFound of the folder */
  async create(reader: Reader, by: Acting, { name, meta, folderId = null }: NewWorkbook): Promise<Workbook> {
    requireMaker(reader);
    const id = await inTransaction(this.#dependencies.database, async (transaction) => {
      await this.#requireFolder(transaction, reader, folderId);
      const row = await this.#insert(transaction, reader, { name: name ?? defaultName, folderId });
      await this.#store.insert(transaction, {
        item_id: row.id,
        meta: JSON.stringify(meta ?? {}),
        calculated_fields: '{}',
        dashboard_draft: null,
      });
      await this.#record(transaction, reader, by, 'Created workbook', row);
      return row.id;
    });
    return this.get(reader, id);
  }

  /** A change that changes nothing leaves the time of the last one alone. @throws NotFound, Forbidden */
  async update(reader: Reader, by: Acting, id: number, { name, meta, folderId }: WorkbookChange): Promise<Workbook> {
    await inTransaction(this.#dependencies.database, async (transaction) => {
      if (folderId !== undefined) await lockTree(transaction, reader, 'shared');
      const { row, workbook } = await this.#lock(transaction, reader, id, may.workbook.change);
      const isMoved = folderId !== undefined && folderId !== row.folder_id;
      if (isMoved) {
        await this.#access.require(transaction, reader, may.workbook.move, id);
        await this.#requireFolder(transaction, reader, folderId);
      }
      const wanted = { name: name ?? row.name, folder_id: isMoved ? folderId : row.folder_id };
      const metaText = meta === undefined ? workbook.meta : JSON.stringify(meta ?? {});
      const changed = [
        ...(wanted.name === row.name ? [] : ['name']),
        ...(wanted.folder_id === row.folder_id ? [] : ['folderId']),
        ...(metaText === workbook.meta ? [] : ['meta']),
      ];
      if (changed.length === 0) return;
      await this.#touch(transaction, reader, id, wanted);
      await this.#store.update(transaction, id, { meta: metaText });
      await this.#record(transaction, reader, by, 'Updated workbook', { id, name: wanted.name }, { changed });
    });
    // Also for whoever cannot see it where it lies now.
    return this.#readOne(reader, id);
  }

  /** As a whole. @param draft `null` for none; absent: as it is @throws NotFound, Forbidden */
  async setDraft(reader: Reader, by: Acting, id: number, draft: DashboardConfig | null | undefined): Promise<Workbook> {
    await inTransaction(this.#dependencies.database, async (transaction) => {
      const { row, workbook } = await this.#lock(transaction, reader, id, may.workbook.change);
      if (draft === undefined) return;
      const text = draft === null ? null : JSON.stringify(draft);
      if (text === workbook.dashboard_draft) return;
      await this.#touch(transaction, reader, id, {});
      await this.#store.update(transaction, id, { dashboard_draft: text });
      await this.#record(transaction, reader, by, 'Updated workbook', row, { changed: ['dashboardDraft'] });
    });
    return this.get(reader, id);
  }

  /** With its reports, dashboard and everything that hangs on them. @throws NotFound, Forbidden */
  async delete(reader: Reader, by: Acting, id: number): Promise<void> {
    await inTransaction(this.#dependencies.database, async (transaction) => {
      const { row } = await this.#lock(transaction, reader, id, may.workbook.delete);
      await this.#dashboards.clearPolicies(transaction, reader.accountId, id);
      await this.#items.delete(transaction, reader, id);
      await this.#record(transaction, reader, by, 'Deleted workbook', row);
    });
  }

  /** A copy beside it that is the reader's own. @throws NotFound, Forbidden */
  async duplicate(reader: Reader, by: Acting, id: number): Promise<Workbook> {
    const copyId = await inTransaction(this.#dependencies.database, async (transaction) => {
      await lockTree(transaction, reader, 'shared');
      const { row, workbook } = await this.#lock(transaction, reader, id, may.workbook.duplicate);
      requireMaker(reader);
      const now = this.#dependencies.clock.now();
      const copy = await duplicateWorkbook({ transaction, reader, now }, row, workbook);
      await this.#record(transaction, reader, by, 'Created workbook', copy, { copyOf: id });
      return copy.id;
    });
    return this.get(reader, copyId);
  }

  /** Who may see it has been asked. @throws NotFound */
  async #readOne(reader: Reader, id: number): Promise<Workbook> {
    const [workbook] = await this.#read(reader, [id]);
    if (workbook) return workbook;
    throw unknownWorkbook(id);
  }

  /** Of those that are there, in this order. */
  async #read(reader: Reader, ids: readonly number[]): Promise<readonly Workbook[]> {
    const [rows, published] = await Promise.all([
      this.#store.rows(this.#dependencies.database, reader, ids),
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
      return [readWorkbook(row, dashboard, reader)];
    });
  }

  /** Nobody changes it, and what may be done with it, until the transaction ends. */
  async #lock(transaction: Transaction<Tables>, reader: Reader, id: number, act: Act) {
    const workbook = await this.#store.lock(transaction, reader, id);
    if (!workbook) throw unknownWorkbook(id);
    return { workbook, row: await this.#access.require(transaction, reader, act, id) };
  }

  async #requireFolder(transaction: Transaction<Tables>, reader: Reader, folderId: number | null): Promise<void> {
    if (folderId === null) return;
    await lockTree(transaction, reader, 'shared');
    await this.#access.require(transaction, reader, may.folder.addTo, folderId);
  }

  #insert(
    transaction: Transaction<Tables>,
    reader: Reader,
    { name, folderId }: { readonly name: string; readonly folderId: number | null },
  ): Promise<ItemRow> {
    const now = this.#dependencies.clock.now();
    return this.#items.insert(transaction, reader, {
      kind: 'WORKBOOK',
      name,
      folder_id: folderId,
      workbook_id: null,
      general_access: null,
      owner_id: reader.userId,
      updated_by: null,
      created_at: now,
      updated_at: now,
    });
  }

  async #touch(
    transaction: Transaction<Tables>,
    reader: Reader,
    id: number,
    change: { readonly name?: string; readonly folder_id?: number | null },
  ): Promise<void> {
    const stamps = { updated_by: reader.userId, updated_at: this.#dependencies.clock.now() };
    await this.#items.update(transaction, reader, id, { ...change, ...stamps });
  }

  async #record(
    transaction: Transaction<Tables>,
    { accountId, deploymentId }: Reader,
    by: Acting,
    event: AuditEvent,
    { id, name }: Pick<ItemRow, 'id' | 'name'>,
    details: object = {},
  ): Promise<void> {
    const attributes = { workbookId: id, workbook: name, ...details };
    await this.#dependencies.audit.record(transaction, accountId, by, { event, deploymentId, attributes });
  }
}

/** From the first one on, at least that one. */
function fittingOf<T extends { readonly bytes: number }>(sizes: readonly T[]): readonly T[] {
  let left = bytesOfPage;
  const end = sizes.findIndex(({ bytes }, index) => (left -= bytes) < 0 && index > 0);
  return end < 0 ? sizes : sizes.slice(0, end);
}

function unknownWorkbook(id: number): NotFound {
  return new NotFound('content.unknown', `There is no workbook ${id}`);
}
