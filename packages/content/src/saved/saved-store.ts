import { type Insertable, type Updateable, sql } from 'kysely';
import type { ChartPaletteTable, Writer } from '@orrery/store';
import type { SavedKind } from './saved-kind.ts';

export interface SavedRow {
  readonly id: number;
  readonly name: string;
  /** JSON. */
  readonly value: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Columns that a change sets. */
export interface SavedColumns {
  readonly name?: string;
  readonly name_key?: string;
  /** JSON. */
  readonly value?: string;
  readonly updated_at: number;
}

/** Rows of the table of one kind, each of one account. */
export class SavedStore {
  /** All kinds have the columns of this table, except for the one of the value. */
  readonly #table: 'chart_palette';
  readonly #column: string;

  constructor({ table, column }: Pick<SavedKind<never>, 'table' | 'column'>) {
    this.#table = table as 'chart_palette';
    this.#column = column;
  }

  /** Lists in order of creation. */
  list(
    writer: Writer,
    accountId: number,
    { afterId, most }: { readonly afterId: number; readonly most: number },
  ): Promise<SavedRow[]> {
    return this.#of(writer, accountId).where('id', '>', afterId).orderBy('id').limit(most).execute();
  }

  all(writer: Writer, accountId: number): Promise<SavedRow[]> {
    return this.#of(writer, accountId).execute();
  }

  get(writer: Writer, accountId: number, id: number): Promise<SavedRow | undefined> {
    return this.#of(writer, accountId).where('id', '=', id).executeTakeFirst();
  }

  async count(writer: Writer, accountId: number): Promise<number> {
    const counted = writer.selectFrom(this.#table).where('account_id', '=', accountId);
    return Number((await counted.select(({ fn }) => fn.countAll().as('count')).executeTakeFirst())?.count ?? 0);
  }

  /** @returns `undefined` when the name is taken */
  insert(
    writer: Writer,
    row: Required<SavedColumns> & { readonly account_id: number; readonly created_at: number },
  ): Promise<SavedRow | undefined> {
    return writer
      .insertInto(this.#table)
      .values(this.#columnsOf(row) as Insertable<ChartPaletteTable>)
      .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
      .returning(this.#selected())
      .executeTakeFirst();
  }

  /** @throws when another thing of the kind and the account has the name */
  update(writer: Writer, accountId: number, id: number, change: SavedColumns): Promise<SavedRow> {
    return writer
      .updateTable(this.#table)
      .set(this.#columnsOf(change) as Updateable<ChartPaletteTable>)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(this.#selected())
      .executeTakeFirstOrThrow();
  }

  async delete(writer: Writer, accountId: number, id: number): Promise<void> {
    await writer.deleteFrom(this.#table).where('account_id', '=', accountId).where('id', '=', id).execute();
  }

  #of(writer: Writer, accountId: number) {
    return writer.selectFrom(this.#table).where('account_id', '=', accountId).select(this.#selected());
  }

  #selected() {
    const value = sql<string>`${sql.ref(this.#column)}`.as('value');
    return ['id', 'name', value, 'created_at', 'updated_at'] as const;
  }

  #columnsOf({ value, ...others }: SavedColumns): object {
    return { ...others, ...(value === undefined ? {} : { [this.#column]: value }) };
  }
}
