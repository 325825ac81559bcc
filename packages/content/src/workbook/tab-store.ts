import { type Selectable, sql } from 'kysely';
import { kindOf, type ReportTable, type Writer } from '@orrery/store';
import { inPieces } from '@orrery/kernel';
import { questionColumns, readQuestion } from '../query/index.ts';
import type { FreezableReport } from './frozen-report.ts';
import { type ItemRow, ItemStore, newPublicId, type ItemSpace, type ContentRights, visible } from '../item/index.ts';

/** Fields of a report without its identity. */
type ReportContentRow = Omit<
  Selectable<ReportTable>,
  'item_id' | 'account_id' | 'public_id' | 'version' | 'refreshed_by' | 'refreshed_at'
>;

/** A report of a workbook. */
export interface Tab {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly content: ReportContentRow;
}

/** Reports as tabs of workbooks. */
export class TabStore {
  readonly #items: ItemStore;

  constructor(items: ItemStore) {
    this.#items = items;
  }

  /** Reports by number; those invisible to the user, or missing, are left out. */
  async freezable(
    writer: Writer,
    rights: ContentRights,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, FreezableReport>> {
    const found = new Map<number, FreezableReport>();
    for (const some of inPieces(ids)) {
      const rows = await writer
        .selectFrom('content_item')
        .innerJoin('report', 'report.item_id', 'content_item.id')
        .select(['content_item.id', 'name', 'title', 'description', 'meta', ...questionColumns])
        .where(visible(rights))
        .where('content_item.id', 'in', some)
        .execute();
      for (const { id, name, title, description, meta, ...columns } of rows) {
        const said = meta === null ? null : (JSON.parse(meta) as FreezableReport['meta']); // checked before it was stored
        found.set(id, { name, title, description, question: readQuestion(columns), meta: said });
      }
    }
    return found;
  }

  /** Lists in order of creation. */
  async tabs(writer: Writer, workbookId: number): Promise<readonly Tab[]> {
    return this.#read(writer, workbookId, false);
  }

  /** Like `tabs`, and locks them in the workbook until the transaction ends. */
  async lockTabs(writer: Writer, workbookId: number): Promise<readonly Tab[]> {
    return this.#read(writer, workbookId, true);
  }

  async #read(writer: Writer, workbookId: number, isLocked: boolean): Promise<readonly Tab[]> {
    const rows = await writer
      .selectFrom('content_item')
      .innerJoin('report', 'report.item_id', 'content_item.id')
      .selectAll('report')
      .select(['content_item.id', 'content_item.name'])
      .where('content_item.workbook_id', '=', workbookId)
      .orderBy('content_item.id')
      .$if(isLocked && kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE`))
      .execute();
    return rows.map(({ id, name, ...row }) => {
      const {
        item_id: _,
        account_id: __,
        public_id: ___,
        version,
        refreshed_by: ____,
        refreshed_at: _____,
        ...content
      } = row;
      return { id, name, version, content };
    });
  }

  async insert(
    writer: Writer,
    rights: ContentRights,
    workbookId: number,
    {
      name,
      content,
      now,
    }: { readonly name: string; readonly content: Partial<ReportContentRow>; readonly now: number },
  ): Promise<ItemRow> {
    const stamps = { owner_id: rights.userId, updated_by: null, created_at: now, updated_at: now };
    const tab = { kind: 'REPORT', folder_id: null, workbook_id: workbookId, general_access: null };
    const item = await this.#items.insert(writer, rights, { ...tab, ...stamps, name });
    const report = { item_id: item.id, account_id: rights.accountId, public_id: newPublicId() };
    await writer
      .insertInto('report')
      .values({ ...content, ...report })
      .execute();
    return item;
  }

  async update(
    writer: Writer,
    place: ItemSpace,
    { id, name, content, version }: Tab,
    { userId, now }: { readonly userId: number; readonly now: number },
  ): Promise<void> {
    await this.#items.update(writer, place, id, { name, updated_by: userId, updated_at: now });
    await writer
      .updateTable('report')
      .set({ ...content, version })
      .where('item_id', '=', id)
      .execute();
  }
}
