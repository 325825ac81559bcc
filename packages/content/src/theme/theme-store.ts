import type { Insertable, Selectable, Updateable } from 'kysely';
import type { DashboardThemeTable, Writer } from '@orrery/store';

export type ThemeRow = Selectable<DashboardThemeTable>;

/** Rows of `dashboard_theme`, each of one account. */
export class ThemeStore {
  /** Lists in order of creation. */
  list(
    writer: Writer,
    accountId: number,
    { afterId, most }: { readonly afterId: number; readonly most: number },
  ): Promise<ThemeRow[]> {
    return this.#of(writer, accountId).selectAll().where('id', '>', afterId).orderBy('id').limit(most).execute();
  }

  get(writer: Writer, accountId: number, id: number): Promise<ThemeRow | undefined> {
    return this.#of(writer, accountId).selectAll().where('id', '=', id).executeTakeFirst();
  }

  async count(writer: Writer, accountId: number): Promise<number> {
    const counted = this.#of(writer, accountId).select(({ fn }) => fn.countAll().as('count'));
    return Number((await counted.executeTakeFirst())?.count ?? 0);
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<DashboardThemeTable>): Promise<ThemeRow | undefined> {
    return writer
      .insertInto('dashboard_theme')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** @throws when another theme of the account has the name */
  update(writer: Writer, accountId: number, id: number, change: Updateable<DashboardThemeTable>): Promise<ThemeRow> {
    return writer
      .updateTable('dashboard_theme')
      .set(change)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(writer: Writer, accountId: number, id: number): Promise<void> {
    await writer.deleteFrom('dashboard_theme').where('account_id', '=', accountId).where('id', '=', id).execute();
  }

  #of(writer: Writer, accountId: number) {
    return writer.selectFrom('dashboard_theme').where('account_id', '=', accountId);
  }
}
