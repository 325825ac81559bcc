import { sql } from 'kysely';
import type { Database } from '@orrery/store';
import { inPieces, readInPieces } from '@orrery/kernel';
import { type ContentRights, visible } from '../item/index.ts';
import { hasQuery, queriesOf, questionColumns, readQuestion, type StoredQuery } from '../query/index.ts';

/** Parts that are checked, in this order: reports, published dashboards, drafts. */
export const checkedParts = ['report', 'published', 'draft'] as const;

export interface CheckedUnit {
  readonly part: (typeof checkedParts)[number];
  /** Number of the report or the workbook. */
  readonly id: number;
  readonly name: string;
  readonly workbookId: number | null;
}

/** Content to check, limited to what a user may see. */
export class ContentCheckStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists by part, then by number. Drafts are included only for users who see more than published content. */
  async units(
    rights: ContentRights,
    { after, most }: { readonly after: { readonly part: number; readonly id: number }; readonly most: number },
  ): Promise<readonly CheckedUnit[]> {
    const found: CheckedUnit[] = [];
    for (const [index, part] of checkedParts.entries()) {
      if (index < after.part || found.length >= most || (part === 'draft' && rights.sees === 'published')) continue;
      const afterId = index === after.part ? after.id : 0;
      const rows = await this.#part(rights, part)
        .where('content_item.id', '>', afterId)
        .orderBy('content_item.id')
        .limit(most - found.length)
        .execute();
      for (const { id, name, workbook_id } of rows) {
        found.push({ part, id, name, workbookId: part === 'report' ? workbook_id : id });
      }
    }
    return found;
  }

  /** Stored queries by number. */
  async queriesOf(reportIds: readonly number[]): Promise<ReadonlyMap<number, readonly StoredQuery[]>> {
    const found = new Map<number, readonly StoredQuery[]>();
    for (const some of inPieces(reportIds)) {
      const rows = this.#database.selectFrom('report').select(['item_id', ...questionColumns]);
      for (const row of await rows.where('item_id', 'in', some).execute()) {
        found.set(row.item_id, queriesOf(readQuestion(row)));
      }
    }
    return found;
  }

  async draftOf(workbookId: number): Promise<string | null> {
    const drafts = this.#database.selectFrom('workbook').select('dashboard_draft');
    return (await drafts.where('item_id', '=', workbookId).executeTakeFirst())?.dashboard_draft ?? null;
  }

  /** Finds those of the reports that the user may see. */
  async visibleReports(rights: ContentRights, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const reports = this.#database.selectFrom('content_item').select('id').where('kind', '=', 'REPORT');
    const seen = reports.where(visible(rights));
    const found = await readInPieces(ids, (some) => seen.where('id', 'in', some).execute());
    return new Set(found.map(({ id }) => id));
  }

  #part(rights: ContentRights, part: CheckedUnit['part']) {
    const items = this.#database
      .selectFrom('content_item')
      .select(['content_item.id', 'content_item.name', 'content_item.workbook_id'])
      .where(visible(rights));
    switch (part) {
      case 'report':
        return items.where('content_item.kind', '=', 'REPORT').where(
          sql<boolean>`EXISTS (SELECT 1 FROM report WHERE report.item_id = content_item.id
              AND ${hasQuery})`,
        );
      case 'published':
        return items
          .where('content_item.kind', '=', 'WORKBOOK')
          .where(sql<boolean>`EXISTS (SELECT 1 FROM dashboard WHERE dashboard.workbook_id = content_item.id)`);
      case 'draft':
        return items.where('content_item.kind', '=', 'WORKBOOK').where(
          sql<boolean>`EXISTS (SELECT 1 FROM workbook WHERE workbook.item_id = content_item.id
              AND dashboard_draft IS NOT NULL)`,
        );
    }
  }
}
