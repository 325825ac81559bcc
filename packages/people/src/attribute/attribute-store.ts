import type { Insertable, Selectable, Updateable } from 'kysely';
import type { UserAttributeTable, Writer } from '@orrery/store';
import { readInPieces } from '@orrery/kernel';

export type AttributeRow = Selectable<UserAttributeTable>;

export interface ValueRow {
  readonly user_id: number;
  readonly name: string;
  readonly value: string;
}

/** The account itself, or one of its embed tenants. */
export type Scope = number | null;

/** Rows of `user_attribute` and `user_attribute_value`. */
export class AttributeStore {
  list(
    writer: Writer,
    accountId: number,
    scope: Scope,
    { afterId = 0, most }: { readonly afterId?: number; readonly most?: number } = {},
  ): Promise<AttributeRow[]> {
    return this.#inScope(accountId, scope, writer)
      .selectAll()
      .where('id', '>', afterId)
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
  }

  get(writer: Writer, accountId: number, scope: Scope, id: number): Promise<AttributeRow | undefined> {
    return this.#inScope(accountId, scope, writer).selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** @returns `undefined` when the name is taken */
  insert(writer: Writer, row: Insertable<UserAttributeTable>): Promise<AttributeRow | undefined> {
    const isOfTenant = row.embed_tenant_id !== null;
    return writer
      .insertInto('user_attribute')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns([isOfTenant ? 'embed_tenant_id' : 'account_id', 'name_key'])
          .where('embed_tenant_id', isOfTenant ? 'is not' : 'is', null)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
  }

  update(writer: Writer, id: number, change: Updateable<UserAttributeTable>): Promise<AttributeRow> {
    return writer
      .updateTable('user_attribute')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('user_attribute').where('id', '=', id).execute();
  }

  /** Stored values of these users, without defaults. */
  async values(
    writer: Writer,
    accountId: number,
    scope: Scope,
    userIds: readonly number[],
  ): Promise<readonly ValueRow[]> {
    return readInPieces(userIds, (some) =>
      writer
        .selectFrom('user_attribute_value')
        .innerJoin('user_attribute', 'user_attribute.id', 'user_attribute_value.attribute_id')
        .select(['user_attribute_value.user_id', 'user_attribute.name', 'user_attribute_value.value'])
        .where('user_attribute.account_id', '=', accountId)
        .where('user_attribute.embed_tenant_id', scope === null ? 'is' : '=', scope)
        .where('user_attribute_value.user_id', 'in', some)
        .orderBy('user_attribute.id')
        .execute(),
    );
  }

  /** Stored values of a user, in any order: to sort them would cost more than to find them. */
  valuesOf(
    writer: Writer,
    accountId: number,
    scope: Scope,
    userId: number,
  ): Promise<readonly Omit<ValueRow, 'user_id'>[]> {
    return writer
      .selectFrom('user_attribute_value')
      .innerJoin('user_attribute', 'user_attribute.id', 'user_attribute_value.attribute_id')
      .select(['user_attribute.name', 'user_attribute_value.value'])
      .where('user_attribute.account_id', '=', accountId)
      .where('user_attribute.embed_tenant_id', scope === null ? 'is' : '=', scope)
      .where('user_attribute_value.user_id', '=', userId)
      .execute();
  }

  /** @param value JSON, `null` for none */
  async setValue(writer: Writer, userId: number, attributeId: number, value: string | null): Promise<void> {
    if (value === null) {
      await writer
        .deleteFrom('user_attribute_value')
        .where('user_id', '=', userId)
        .where('attribute_id', '=', attributeId)
        .execute();
      return;
    }
    await writer
      .insertInto('user_attribute_value')
      .values({ user_id: userId, attribute_id: attributeId, value })
      .onConflict((conflict) => conflict.columns(['user_id', 'attribute_id']).doUpdateSet({ value }))
      .execute();
  }

  /** Users with a value. */
  async holders(writer: Writer, attributeId: number): Promise<readonly number[]> {
    const rows = await writer
      .selectFrom('user_attribute_value')
      .select('user_id')
      .where('attribute_id', '=', attributeId)
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  #inScope(accountId: number, scope: Scope, writer: Writer) {
    return writer
      .selectFrom('user_attribute')
      .where('account_id', '=', accountId)
      .where('embed_tenant_id', scope === null ? 'is' : '=', scope);
  }
}
