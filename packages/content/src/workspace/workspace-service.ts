import type { Database } from '@orrery/store';
import { NotFound } from '@orrery/kernel';
import { type ContentAccess, FavouriteStore, type ContentRights, type Level } from '../item/index.ts';
import { type Folder, readFolder } from '../folder/index.ts';
import type { Report, ReportService } from '../report/index.ts';
import type { Workbook, WorkbookService } from '../workbook/index.ts';
import type { WorkspacePosition, WorkspaceQuery } from './workspace-query.ts';
import { type WorkspaceRow, WorkspaceStore } from './workspace-store.ts';

/** Approximate size of the reports on one page; workbooks have a bound of their own. */
const bytesOfReports = 16 * 1024 * 1024;

export type WorkspaceItem = {
  /** The level of the user; `undefined` for a folder that only leads to something they may see. */
  readonly level: Level | undefined;
} & (
  | { readonly kind: 'FOLDER'; readonly folder: Folder }
  | { readonly kind: 'WORKBOOK'; readonly workbook: Workbook }
  | { readonly kind: 'REPORT'; readonly report: Report }
);

export interface WorkspacePage {
  readonly items: readonly WorkspaceItem[];
  readonly hasMore: boolean;
  /** Positions of the first and the last item, even if one has been deleted. */
  readonly start: WorkspacePosition | undefined;
  readonly end: WorkspacePosition | undefined;
}

export interface WorkspaceServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly access: ContentAccess;
  readonly workbooks: Pick<WorkbookService, 'read'>;
  readonly reports: Pick<ReportService, 'read'>;
}

/** All content of a deployment in one list, with the user's favourites and views. */
export class WorkspaceService {
  readonly #dependencies: WorkspaceServiceDependencies;
  readonly #store: WorkspaceStore;
  readonly #marks: FavouriteStore;

  constructor(dependencies: WorkspaceServiceDependencies) {
    this.#dependencies = dependencies;
    this.#store = new WorkspaceStore(dependencies.database);
    this.#marks = new FavouriteStore(dependencies.database);
  }

  /** Lists a page; it may hold fewer items than requested when they are large. @throws NotFound for the folder */
  async list(
    rights: ContentRights,
    query: WorkspaceQuery,
    { after, most }: { readonly after?: WorkspacePosition | undefined; readonly most: number },
  ): Promise<WorkspacePage> {
    const { folderId } = query;
    if (folderId !== null && !(await this.#store.showsFolder(rights, folderId))) {
      throw new NotFound('content.unknown', `There is no folder ${folderId}`);
    }
    const found = await this.#store.list(rights, query, { after, most: most + 1 });
    const idsOf = (kind: string, rows: readonly WorkspaceRow[]) =>
      rows.filter(({ row }) => row.kind === kind).map(({ row }) => row.id);
    const sizes = await this.#store.reportSizes(idsOf('REPORT', found));
    let left = bytesOfReports;
    const fitting = found
      .slice(0, most)
      .filter(({ row }, index) => (left -= sizes.get(row.id) ?? 0) >= 0 || index === 0);
    const asked = idsOf('WORKBOOK', fitting);
    const workbooks = await this.#dependencies.workbooks.read(rights, asked);
    const workbookOf = new Map(workbooks.map((workbook) => [workbook.id, workbook]));
    const missing = await this.#store.present(asked.filter((id) => !workbookOf.has(id)));
    // Existing items that did not fit begin the next page.
    const end = fitting.findIndex(({ row }, index) => index > 0 && missing.has(row.id));
    const shown = end === -1 ? fitting : fitting.slice(0, end);
    const reports = await this.#dependencies.reports.read(rights, idsOf('REPORT', shown));
    const reportOf = new Map(reports.map((report) => [report.id, report]));
    const { access, database } = this.#dependencies;
    const levels = await access.levelsOf(
      database,
      rights,
      shown.map(({ row }) => row.id),
    );
    const items = shown.flatMap(({ row }): readonly WorkspaceItem[] => {
      const level = levels.get(row.id);
      if (row.kind === 'FOLDER') return [{ level, kind: 'FOLDER', folder: readFolder(row) }];
      const [workbook, report] = [workbookOf.get(row.id), reportOf.get(row.id)];
      // Neither kind: deleted since it was found.
      if (workbook) return [{ level, kind: 'WORKBOOK', workbook }];
      return report ? [{ level, kind: 'REPORT', report }] : [];
    });
    const hasMore = found.length > shown.length;
    return { items, hasMore, start: shown[0]?.position, end: shown.at(-1)?.position };
  }

  /** @throws NotFound when the item is not visible to the user */
  async setFavourite(rights: ContentRights, id: number, isFavourite: boolean): Promise<void> {
    if ((await this.#dependencies.access.levelOf(this.#dependencies.database, rights, id)) === undefined) {
      throw new NotFound('content.unknown', `There is no item ${id}`);
    }
    if (isFavourite) await this.#marks.addFavourite(rights, id, this.#dependencies.clock.now());
    else await this.#marks.removeFavourite(rights, id);
  }

  /** Records a view of an item that was just shown to the user. */
  recordView(rights: ContentRights, id: number): Promise<void> {
    return this.#marks.recordView(rights, id, this.#dependencies.clock.now());
  }
}
