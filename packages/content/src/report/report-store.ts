import { presentUsers } from '@orrery/people';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { type Database, kindOf, type ReportTable, type Writer } from '@orrery/store';
import { inPieces } from '@orrery/kernel';
import { comesAfter, type KeysetRange, type ItemSpace, type ContentRights, visible, isIn } from '../item/index.ts';
import { readReport, type Report, type ReportUser } from './report.ts';

export type ReportRow = Selectable<ReportTable>;

/** Sort key; ties are sorted by number in the same direction. */
export type ReportSort = 'name_key' | 'created_at' | 'updated_at';

export interface ReportRange extends KeysetRange {
  /** Limits the list to tabs of this workbook. */
  readonly workbookId?: number | undefined;
  readonly sort: ReportSort;
  readonly direction: 'asc' | 'desc';
  /** Number of items to skip, where pages are numbered. */
  readonly offset?: number;
}

export type ViewedRange = Pick<ReportRange, 'workbookId' | 'direction' | 'most'> & { readonly offset: number };

/** Rows of `report`, joined with their `content_item`. */
export class ReportStore {
  readonly #database: Database;
  readonly #clock: { now(): number };

  constructor({ database, clock }: { readonly database: Database; readonly clock: { now(): number } }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Lists reports that the user may see. */
  async list(rights: ContentRights, range: ReportRange): Promise<readonly number[]> {
    const { direction, after, offset = 0, most } = range;
    const columns = [`content_item.${range.sort}`, 'content_item.id'] as const;
    const rows = await this.#visible(rights, range.workbookId)
      .select('content_item.id')
      .$if(after !== undefined, (query) => query.where(comesAfter(columns, after ?? [], direction)))
      .orderBy(columns[0], direction)
      .orderBy(columns[1], direction)
      .limit(most)
      .$if(offset > 0, (query) => query.offset(offset))
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Lists by the user's last view; those never viewed come last, the latest change first. */
  async lastViewed(
    rights: ContentRights,
    { workbookId, direction, offset, most }: ViewedRange,
  ): Promise<readonly number[]> {
    const rows = await this.#visible(rights, workbookId)
      .leftJoin('content_view', (join) =>
        join.onRef('content_view.item_id', '=', 'content_item.id').on('content_view.user_id', '=', rights.userId),
      )
      .select('content_item.id')
      .orderBy(sql`CASE WHEN content_view.viewed_at IS NULL THEN 1 ELSE 0 END`)
      .orderBy('content_view.viewed_at', direction)
      .orderBy('content_item.updated_at', 'desc')
      .orderBy('content_item.id', 'desc')
      .limit(most)
      .offset(offset)
      .execute();
    return rows.map(({ id }) => id);
  }

  async count(rights: ContentRights, workbookId: number | undefined): Promise<number> {
    const query = this.#visible(rights, workbookId).select(({ fn }) => fn.countAll().as('count'));
    return Number((await query.executeTakeFirstOrThrow()).count);
  }

  /** Reads the existing ones of these, in this order, without a check of rights. */
  async read(writer: Writer, place: ItemSpace, ids: readonly number[]): Promise<readonly Report[]> {
    const found = new Map<number, Report>();
    for (const some of inPieces(ids)) {
      for (const report of await this.#some(place, some, writer)) found.set(report.id, report);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** Locks a report until the transaction ends. SQLite has one writer at a time. */
  async lock(writer: Writer, place: ItemSpace, id: number): Promise<ReportRow | undefined> {
    return (
      writer
        // Rows are locked in this order, as by all code that deletes or changes both.
        .selectFrom('content_item')
        .innerJoin('report', 'report.item_id', 'content_item.id')
        .selectAll('report')
        .where('content_item.id', '=', id)
        .where(isIn(place))
        .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE`))
        .executeTakeFirst()
    );
  }

  /** Keeps a workbook from being deleted until the transaction ends. */
  async holdWorkbook(writer: Writer, place: ItemSpace, id: number): Promise<void> {
    if (kindOf(writer) === 'sqlite') return;
    await writer
      .selectFrom('content_item')
      .select('id')
      .where('id', '=', id)
      .where(isIn(place))
      .modifyEnd(sql`FOR SHARE`)
      .execute();
  }

  async insert(writer: Writer, row: Insertable<ReportTable>): Promise<void> {
    await writer.insertInto('report').values(row).execute();
  }

  async update(writer: Writer, id: number, change: Updateable<ReportTable>): Promise<void> {
    await writer.updateTable('report').set(change).where('item_id', '=', id).execute();
  }

  async hasPublicId(writer: Writer, accountId: number, publicId: string): Promise<boolean> {
    const known = writer.selectFrom('report').select('item_id').where('account_id', '=', accountId);
    return (await known.where('public_id', '=', publicId).executeTakeFirst()) !== undefined;
  }

  #visible(rights: ContentRights, workbookId: number | undefined) {
    return this.#database
      .selectFrom('content_item')
      .where('content_item.kind', '=', 'REPORT')
      .where(visible(rights))
      .$if(workbookId !== undefined, (query) => query.where('content_item.workbook_id', '=', workbookId ?? 0));
  }

  async #some(place: ItemSpace, ids: readonly number[], writer: Writer): Promise<readonly Report[]> {
    const now = this.#clock.now();
    const rows = await writer
      .selectFrom('content_item')
      .innerJoin('report', 'report.item_id', 'content_item.id')
      .leftJoin(presentUsers(writer, now).as('owner'), 'owner.id', 'content_item.owner_id')
      .leftJoin(presentUsers(writer, now).as('refresher'), 'refresher.id', 'report.refreshed_by')
      .leftJoin(presentUsers(writer, now).as('changer'), 'changer.id', 'content_item.updated_by')
      .selectAll('report')
      .selectAll('content_item')
      .select([...userColumns('owner'), ...userColumns('changer'), ...userColumns('refresher')])
      .where(isIn(place))
      .where('content_item.id', 'in', ids)
      .execute();
    return rows.map((row) => ({
      ...readReport(row),
      owner: readUser('owner', row.owner_id, row),
      changedBy: readUser('changer', row.updated_by, row),
      refreshedBy: readUser('refresher', row.refreshed_by, row),
    }));
  }
}

type Whose = 'owner' | 'changer' | 'refresher';

type PersonColumns = {
  readonly [column in `${Whose}_${'username' | 'email' | 'given_name' | 'picture'}`]: string | null;
};

function userColumns<W extends Whose>(whose: W) {
  const column = <C extends 'username' | 'email' | 'given_name' | 'picture'>(name: C) =>
    (sql.ref(`${whose}.${name}`) as RawBuilder<string | null>).as(`${whose}_${name}` as const);
  return [column('username'), column('email'), column('given_name'), column('picture')];
}

function readUser(whose: Whose, id: number | null, row: PersonColumns): ReportUser | null {
  const username = row[`${whose}_username`];
  if (id === null || username === null) return null;
  return {
    id,
    username,
    email: row[`${whose}_email`],
    firstName: row[`${whose}_given_name`],
    picture: row[`${whose}_picture`],
  };
}
