import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ChartPaletteTable, Writer } from '@orrery/store';

export type PaletteRow = Selectable<ChartPaletteTable>;

/** Rows of `chart_palette`, each of one account. */
export class PaletteStore {
  /** Lists in order of creation. */
  list(
    writer: Writer,
    accountId: number,
    { afterId, most }: { readonly afterId: number; readonly most: number },
  ): Promise<PaletteRow[]> {
    return this.#of(writer, accountId).selectAll().where('id', '>', afterId).orderBy('id').limit(most).execute();
  }

  all(writer: Writer, accountId: number): Promise<PaletteRow[]> {
    return this.#of(writer, accountId).selectAll().execute();
  }

  get(writer: Writer, accountId: number, id: number): Promise<PaletteRow | undefined> {
    return this.#of(writer, accountId).selectAll().where('id', '=', id).executeTakeFirst();
  }

  async count(writer: Writer, accountId: number): Promise<number> {
    const counted = this.#of(writer, accountId).select(({ fn }) => fn.countAll().as('count'));
    return Number((await counted.executeTakeFirst())?.count ?? 0);
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<ChartPaletteTable>): Promise<PaletteRow | undefined> {
    return writer
      .insertInto('chart_palette')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** @throws when another palette of the account has the name */
  update(writer: Writer, accountId: number, id: number, change: Updateable<ChartPaletteTable>): Promise<PaletteRow> {
    return writer
      .updateTable('chart_palette')
      .set(change)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(writer: Writer, accountId: number, id: number): Promise<void> {
    await writer.deleteFrom('chart_palette').where('account_id', '=', accountId).where('id', '=', id).execute();
  }

  #of(writer: Writer, accountId: number) {
    return writer.selectFrom('chart_palette').where('account_id', '=', accountId);
  }
}
