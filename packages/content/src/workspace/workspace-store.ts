import { type RawBuilder, sql } from 'kysely';
import { type Database, kindOf } from '@orrery/store';
import { nameKey, readInPieces } from '@orrery/kernel';
import { type ItemRow, type ContentRights, surfaced, visible } from '../item/index.ts';
import { bytesOfQuestion } from '../query/index.ts';
import { partsOf, type WorkspacePart, type WorkspacePosition, type WorkspaceQuery } from './workspace-query.ts';

/** A row of a workspace with its position in the list. */
export interface WorkspaceRow {
  readonly row: ItemRow;
  readonly position: WorkspacePosition;
}

/** The sorted list of what a user sees of a workspace. */
export class WorkspaceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(
    rights: ContentRights,
    query: WorkspaceQuery,
    { after, most }: { readonly after?: WorkspacePosition | undefined; readonly most: number },
  ): Promise<readonly WorkspaceRow[]> {
    const parts = partsOf(query);
    const first = after === undefined ? 0 : parts.indexOf(after.part);
    const found: WorkspaceRow[] = [];
    for (const part of parts.slice(first)) {
      if (found.length >= most) break;
      const keys = part === after?.part ? after.keys : undefined;
      found.push(...(await this.#part(rights, query, { part, after: keys, most: most - found.length })));
    }
    return found;
  }

  /** Whether a folder is shown to a user: for itself, or as part of a path. */
  async showsFolder(rights: ContentRights, id: number): Promise<boolean> {
    const query = this.#database.selectFrom('content_item').select('id').where('id', '=', id);
    return (await query.where(surfaced(rights)).executeTakeFirst()) !== undefined;
  }

  /** Approximate answer sizes of the existing ones of these reports. */
  async reportSizes(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const reports = this.#database.selectFrom('report').select(['item_id', bytesOfReport.as('bytes')]);
    const rows = await readInPieces(ids, (some) => reports.where('item_id', 'in', some).execute());
    return new Map(rows.map(({ item_id, bytes }) => [item_id, Number(bytes)]));
  }

  /** Finds those of the items that still exist. */
  async present(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await readInPieces(ids, (some) =>
      this.#database.selectFrom('content_item').select('id').where('id', 'in', some).execute(),
    );
    return new Set(rows.map(({ id }) => id));
  }

  async #part(
    rights: ContentRights,
    query: WorkspaceQuery,
    {
      part,
      after,
      most,
    }: { readonly part: WorkspacePart; readonly after?: WorkspacePosition['keys'] | undefined; readonly most: number },
  ): Promise<readonly WorkspaceRow[]> {
    const { folderId, search, isFavourite = false, isOfOthers = false, kinds } = query;
    const { keys, isDescending } = orderOf(part, query);
    const columns = sql.join(keys);
    const rows = await this.#database
      .selectFrom('content_item')
      .$if(part === 'viewed', (all) =>
        all.innerJoin('content_view', (join) =>
          join.onRef('content_view.item_id', '=', 'content_item.id').on('content_view.user_id', '=', rights.userId),
        ),
      )
      .selectAll('content_item')
      .$if(part === 'viewed', (all) => all.select(sql<number>`content_view.viewed_at`.as('viewed_at')))
      .where('content_item.kind', 'in', part === 'folders' ? ['FOLDER'] : kinds.filter((kind) => kind !== 'FOLDER'))
      // Tabs are listed in their workbook.
      .where('content_item.workbook_id', 'is', null)
      .$if(search !== undefined, (all) => all.where(this.#contains(nameKey(search ?? ''))))
      .$if(isFavourite, (all) =>
        all.where(
          sql<boolean>`content_item.id IN (SELECT item_id FROM content_favourite WHERE user_id = ${rights.userId})`,
        ),
      )
      .$if(isOfOthers, (all) => all.where('content_item.owner_id', '!=', rights.userId))
      .$if(search === undefined && !isFavourite && !isOfOthers, (all) =>
        folderId === null
          ? all.where('content_item.folder_id', 'is', null)
          : all.where('content_item.folder_id', '=', folderId),
      )
      // Follows cheaper conditions, because SQLite keeps their order.
      .where(part === 'folders' ? surfaced(rights) : visible(rights))
      .$if(part === 'unviewed', (all) =>
        all.where(sql<boolean>`NOT EXISTS (
        SELECT 1 FROM content_view WHERE item_id = content_item.id AND user_id = ${rights.userId})`),
      )
      .$if(after !== undefined, (all) =>
        all.where(sql<boolean>`(${columns}) ${isDescending ? sql`<` : sql`>`} (${sql.join(after ?? [])})`),
      )
      .orderBy(sql.join(keys.map((key) => (isDescending ? sql`${key} DESC` : sql`${key} ASC`))))
      .limit(most)
      .execute();
    return rows.map(({ viewed_at, ...row }) => ({
      row,
      position: { part, keys: keysOf(part, query, row, viewed_at) },
    }));
  }

  /** Compares characters exactly on both stores. */
  #contains(part: string): RawBuilder<boolean> {
    const name = sql.ref('content_item.name_key');
    return kindOf(this.#database) === 'sqlite' ? sql`instr(${name}, ${part}) > 0` : sql`strpos(${name}, ${part}) > 0`;
  }
}

const bytesOfReport = sql<number>`
  ${bytesOfQuestion} + COALESCE(octet_length(report.meta), 0) + COALESCE(octet_length(report.pivot_items), 0)`;

/** Sort keys of a part; the last one is the number, so that no two rows are equal. */
function orderOf(
  part: WorkspacePart,
  { orderBy, isDescending }: WorkspaceQuery,
): { readonly keys: readonly RawBuilder<unknown>[]; readonly isDescending: boolean } {
  const column = (name: string) => sql.ref(`content_item.${name}`);
  if (part === 'folders') {
    return { keys: [column('position'), column('name_key'), column('id')], isDescending: false };
  }
  if (part === 'viewed') return { keys: [sql.ref('content_view.viewed_at'), column('id')], isDescending };
  if (part === 'unviewed') return { keys: [column('id')], isDescending };
  return { keys: [column(orderBy === 'name' ? 'name_key' : orderBy), column('id')], isDescending };
}

function keysOf(
  part: WorkspacePart,
  { orderBy }: WorkspaceQuery,
  { id, position, name_key, created_at, updated_at }: ItemRow,
  viewedAt: number | undefined,
): WorkspacePosition['keys'] {
  if (part === 'folders') return [position, name_key, id];
  if (part === 'viewed') return [viewedAt ?? 0, id];
  if (part === 'unviewed') return [id];
  return [orderBy === 'name' ? name_key : orderBy === 'created_at' ? created_at : updated_at, id];
}
