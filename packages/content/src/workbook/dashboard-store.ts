import { clearPolicies, presentUsers } from '@orrery/people';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DashboardTable, DashboardVersionTable, Database, ReportSnapshotTable, Writer } from '@orrery/store';
import { inPieces, readInPieces } from '@orrery/kernel';
import { isIn, type ItemSpace } from '../item/index.ts';

export type DashboardRow = Selectable<DashboardTable>;
export type SnapshotRow = Selectable<ReportSnapshotTable>;

/** A version with the columns of its dashboard. */
export interface DashboardVersionRow extends Omit<DashboardRow, 'id'>, Omit<Selectable<DashboardVersionTable>, 'id'> {
  readonly version_id: number;
  readonly deployment_id: number;
  /** Number of the published version. */
  readonly newest: number;
}

/** A version with the user who published it. */
export interface ListedVersionRow extends DashboardVersionRow {
  readonly username: string | null;
  readonly email: string | null;
  readonly given_name: string | null;
  readonly picture: string | null;
}

/** One of the names that identify a dashboard in a deployment. */
export type DashboardName = { readonly id: number } | { readonly publicId: string } | { readonly workbookId: number };

/** Rows of `dashboard`, `dashboard_version` and `report_snapshot`. */
export class DashboardStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Published dashboards by workbook; workbooks without one are left out. */
  async published(writer: Writer, workbookIds: readonly number[]): Promise<ReadonlyMap<number, DashboardVersionRow>> {
    const newest = this.#versions(writer).whereRef('version_number', '=', newestOf());
    const found = await readInPieces(workbookIds, (some) =>
      newest.where('dashboard.workbook_id', 'in', some).execute(),
    );
    return new Map(found.map((row) => [row.workbook_id, row]));
  }

  /** Returns the published version. */
  publishedOf(writer: Writer, place: ItemSpace, name: DashboardName): Promise<DashboardVersionRow | undefined> {
    const [column, value] =
      'id' in name
        ? (['dashboard.id', name.id] as const)
        : 'publicId' in name
          ? (['dashboard.public_id', name.publicId] as const)
          : (['dashboard.workbook_id', name.workbookId] as const);
    return this.#versions(writer)
      .where('dashboard.account_id', '=', place.accountId)
      .where(isIn(place))
      .where(column, '=', value)
      .whereRef('version_number', '=', newestOf())
      .executeTakeFirst();
  }

  /** Lists the newest first. @param before only versions with a smaller number */
  versions(
    workbookId: number,
    { before, most }: { readonly before?: number | undefined; readonly most: number },
    now: number,
  ): Promise<readonly ListedVersionRow[]> {
    return this.#versions(this.#database)
      .leftJoin(presentUsers(this.#database, now).as('publisher'), 'publisher.id', 'dashboard_version.published_by')
      .select(['publisher.username', 'publisher.email', 'publisher.given_name', 'publisher.picture'])
      .where('dashboard.workbook_id', '=', workbookId)
      .$if(before !== undefined, (query) => query.where('version_number', '<', before ?? 0))
      .orderBy('version_number', 'desc')
      .limit(most)
      .execute();
  }

  version(writer: Writer, workbookId: number, versionId: number): Promise<DashboardVersionRow | undefined> {
    return this.#versions(writer)
      .where('dashboard.workbook_id', '=', workbookId)
      .where('dashboard_version.id', '=', versionId)
      .executeTakeFirst();
  }

  /** Copies of reports by version, each list in the order of its charts. */
  async snapshots(writer: Writer, versionIds: readonly number[]): Promise<ReadonlyMap<number, readonly SnapshotRow[]>> {
    const ordered = writer.selectFrom('report_snapshot').selectAll().orderBy('version_id').orderBy('position');
    const found = await readInPieces(versionIds, (some) => ordered.where('version_id', 'in', some).execute());
    return Map.groupBy(found, ({ version_id }) => version_id);
  }

  dashboardOf(writer: Writer, workbookId: number): Promise<DashboardRow | undefined> {
    return writer.selectFrom('dashboard').selectAll().where('workbook_id', '=', workbookId).executeTakeFirst();
  }

  insertDashboard(writer: Writer, row: Insertable<DashboardTable>): Promise<DashboardRow> {
    return writer.insertInto('dashboard').values(row).returningAll().executeTakeFirstOrThrow();
  }

  /** Removes the sharing of a dashboard whose workbook is being deleted. */
  async clearPolicies(writer: Writer, accountId: number, workbookId: number): Promise<void> {
    const deleted = writer.selectFrom('dashboard').select('id').where('dashboard.workbook_id', '=', workbookId);
    await clearPolicies(writer, accountId, ['Dashboard'], deleted);
  }

  async updateDashboard(writer: Writer, dashboardId: number, change: Updateable<DashboardTable>): Promise<void> {
    await writer.updateTable('dashboard').set(change).where('id', '=', dashboardId).execute();
  }

  async newestNumber(writer: Writer, dashboardId: number): Promise<number> {
    const versions = writer.selectFrom('dashboard_version').where('dashboard_id', '=', dashboardId);
    const row = await versions.select(({ fn }) => fn.max('version_number').as('newest')).executeTakeFirst();
    return row?.newest ?? 0;
  }

  async insertVersion(
    writer: Writer,
    version: Insertable<DashboardVersionTable>,
    snapshots: readonly Omit<Insertable<ReportSnapshotTable>, 'version_id' | 'position'>[],
  ): Promise<number> {
    const { id } = await writer
      .insertInto('dashboard_version')
      .values(version)
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = snapshots.map((snapshot, position) => ({ ...snapshot, version_id: id, position }));
    for (const some of inPieces(rows)) await writer.insertInto('report_snapshot').values(some).execute();
    return id;
  }

  #versions(writer: Writer) {
    return writer
      .selectFrom('dashboard_version')
      .innerJoin('dashboard', 'dashboard.id', 'dashboard_version.dashboard_id')
      .innerJoin('content_item', 'content_item.id', 'dashboard.workbook_id')
      .selectAll('dashboard')
      .selectAll('dashboard_version')
      .select(['dashboard_version.id as version_id', 'content_item.deployment_id'])
      .select(newestOf().as('newest'));
  }
}

function newestOf() {
  return sql<number>`(SELECT max(w.version_number) FROM dashboard_version w WHERE w.dashboard_id = dashboard.id)`;
}
