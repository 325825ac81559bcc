import { presentUsers } from '@orrery/people';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Database, kindOf, type WorkbookTable, type Writer } from '@orrery/store';
import { readInPieces } from '@orrery/kernel';
import { type ItemRow, type ItemSpace, type ContentRights, surfaced, visible, isIn } from '../item/index.ts';
import { bytesOfSnapshotQuestion } from '../query/index.ts';

/** A workbook with its owner, the user who changed it last, and whether it is one of the user's favourites. */
export interface WorkbookRow extends ItemRow, Omit<Selectable<WorkbookTable>, 'item_id'> {
  readonly username: string | null;
  readonly email: string | null;
  readonly given_name: string | null;
  readonly picture: string | null;
  readonly changer_username: string | null;
  readonly changer_email: string | null;
  readonly changer_given_name: string | null;
  readonly changer_picture: string | null;
  readonly is_favorite: number;
}

export interface WorkbookRange {
  /** `null` for the root; absent for all folders. */
  readonly folderId?: number | null | undefined;
  /** The last workbook on the page before. */
  readonly after?: { readonly updatedAt: number; readonly id: number } | undefined;
  readonly most: number;
}

/** Size of a workbook in a list, known before it is read. */
export interface WorkbookSize {
  readonly id: number;
  readonly updatedAt: number;
  /** Approximate size of its answer. */
  readonly bytes: number;
}

/** Rows of `workbook`, joined with their `content_item`. */
export class WorkbookStore {
  readonly #database: Database;
  readonly #clock: { now(): number };

  constructor({ database, clock }: { readonly database: Database; readonly clock: { now(): number } }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Lists workbooks the user may see, the latest change first. */
  async sizes(rights: ContentRights, { folderId, after, most }: WorkbookRange): Promise<readonly WorkbookSize[]> {
    const rows = await this.#visible(rights, folderId)
      .innerJoin('workbook', 'workbook.item_id', 'content_item.id')
      .select(['content_item.id', 'updated_at'])
      .select(bytesOfWorkbook.as('bytes'))
      .$if(after !== undefined, (query) =>
        query.where((is) =>
          is.or([
            is('updated_at', '<', after?.updatedAt ?? 0),
            is.and([is('updated_at', '=', after?.updatedAt ?? 0), is('content_item.id', '<', after?.id ?? 0)]),
          ]),
        ),
      )
      .orderBy('updated_at', 'desc')
      .orderBy('content_item.id', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ id, updated_at, bytes }) => ({ id, updatedAt: updated_at, bytes: Number(bytes) }));
  }

  /** Sizes of the existing ones of these, by number. */
  async bytesOf(place: ItemSpace, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await readInPieces(ids, (some) =>
      this.#database
        .selectFrom('content_item')
        .innerJoin('workbook', 'workbook.item_id', 'content_item.id')
        .select('content_item.id')
        .select(bytesOfWorkbook.as('bytes'))
        .where(isIn(place))
        .where('content_item.id', 'in', some)
        .execute(),
    );
    return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
  }

  /** Total over all pages. */
  async count(rights: ContentRights, folderId: WorkbookRange['folderId']): Promise<number> {
    const query = this.#visible(rights, folderId).select(({ fn }) => fn.countAll().as('count'));
    const { count } = await query.executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Whether the folder exists and is shown to the user. */
  async isFolderShown(rights: ContentRights, folderId: number): Promise<boolean> {
    const folder = this.#database.selectFrom('content_item').select('id').where('id', '=', folderId);
    return (await folder.where(surfaced(rights)).executeTakeFirst()) !== undefined;
  }

  /** Rows in no order, without a check of rights. */
  async rows(writer: Writer, rights: ContentRights, ids: readonly number[]): Promise<readonly WorkbookRow[]> {
    const rows = await readInPieces(ids, (some) =>
      writer
        .selectFrom('content_item')
        .innerJoin('workbook', 'workbook.item_id', 'content_item.id')
        .leftJoin(
          presentUsers(writer, this.#clock.now()).as('account_user'),
          'account_user.id',
          'content_item.owner_id',
        )
        .leftJoin(presentUsers(writer, this.#clock.now()).as('changer'), 'changer.id', 'content_item.updated_by')
        .selectAll('content_item')
        .select(['workbook.meta', 'workbook.calculated_fields', 'workbook.dashboard_draft'])
        .select(['account_user.username', 'account_user.email', 'account_user.given_name', 'account_user.picture'])
        .select(['changer.username as changer_username', 'changer.email as changer_email'])
        .select(['changer.given_name as changer_given_name', 'changer.picture as changer_picture'])
        .select(
          sql<number>`EXISTS (SELECT 1 FROM content_favourite
            WHERE content_favourite.item_id = content_item.id AND content_favourite.user_id = ${rights.userId})`.as(
            'is_favorite',
          ),
        )
        .where(isIn(rights))
        .where('content_item.id', 'in', some)
        .execute(),
    );
    return rows.map((row) => ({ ...row, is_favorite: Number(row.is_favorite) }));
  }

  /**
   * Locks a workbook until the transaction ends, so that publishing, restoring and deleting it run one after the other.
   * SQLite has one writer at a time.
   *
   * @returns `undefined` when it does not exist
   */
  async lock(writer: Writer, place: ItemSpace, id: number): Promise<Selectable<WorkbookTable> | undefined> {
    return writer
      .selectFrom('workbook')
      .innerJoin('content_item', 'content_item.id', 'workbook.item_id')
      .selectAll('workbook')
      .where('item_id', '=', id)
      .where(isIn(place))
      .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE`))
      .executeTakeFirst();
  }

  async insert(writer: Writer, row: Insertable<WorkbookTable>): Promise<void> {
    await writer.insertInto('workbook').values(row).execute();
  }

  async update(writer: Writer, id: number, change: Updateable<WorkbookTable>): Promise<void> {
    await writer.updateTable('workbook').set(change).where('item_id', '=', id).execute();
  }

  #visible(rights: ContentRights, folderId: WorkbookRange['folderId']) {
    return this.#database
      .selectFrom('content_item')
      .where('content_item.kind', '=', 'WORKBOOK')
      .where(visible(rights))
      .$if(folderId !== undefined, (query) =>
        folderId === null || folderId === undefined
          ? query.where('content_item.folder_id', 'is', null)
          : query.where('content_item.folder_id', '=', folderId),
      );
  }
}

/** The size of a workbook. The published config appears twice in the answer: alone, and in the dashboard. */
const bytesOfWorkbook = sql<number>`
  octet_length(workbook.meta) + COALESCE(octet_length(workbook.dashboard_draft), 0)
  + COALESCE((
    SELECT 2 * (octet_length(dashboard_version.config) + COALESCE(octet_length(saved_theme), 0)) + COALESCE((
      SELECT SUM(COALESCE(octet_length(spec), 0) + ${bytesOfSnapshotQuestion})
      FROM report_snapshot WHERE version_id = dashboard_version.id), 0)
    FROM dashboard JOIN dashboard_version ON dashboard_version.dashboard_id = dashboard.id
    WHERE dashboard.workbook_id = workbook.item_id
    ORDER BY version_number DESC LIMIT 1), 0)`;
