import { embedTenants, users } from '@orrery/people';
import { type Insertable, sql, type Updateable } from 'kysely';
import { type Database, kindOf, type NotificationTable, type Writer } from '@orrery/store';
import type { ContentScope } from '../item/index.ts';
import type { NotificationRow } from './read-notification.ts';

/** A page of a list with the newest items first. */
export interface NewestFirst {
  /** Only items with a smaller id. */
  readonly beforeId?: number | undefined;
  readonly most: number;
}

export interface NotificationFilter {
  readonly dashboardId?: number | undefined;
  readonly dashboardPublicId?: string | undefined;
  /** Only notifications with this recipient. */
  readonly recipient?:
    | { readonly userId: number }
    | { readonly email: string }
    | { readonly embedTenantName: string; readonly externalId: string }
    | undefined;
}

/** Rows of `notification`. */
export class NotificationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(
    place: ContentScope,
    { dashboardId, dashboardPublicId, recipient }: NotificationFilter,
    { beforeId, most }: NewestFirst,
  ): Promise<NotificationRow[]> {
    return at(this.#database, place)
      .selectAll()
      .$if(dashboardId !== undefined, (query) => query.where('dashboard_id', '=', dashboardId ?? 0))
      .$if(dashboardPublicId !== undefined, (query) =>
        query.where('dashboard_id', 'in', (is) =>
          is
            .selectFrom('dashboard')
            .select('dashboard.id')
            .where('dashboard.account_id', '=', place.accountId)
            .where('dashboard.public_id', '=', dashboardPublicId ?? ''),
        ),
      )
      .$if(recipient !== undefined, (query) =>
        query.where('notification.id', 'in', this.#withRecipient(place.accountId, recipient ?? { userId: 0 })),
      )
      .$if(beforeId !== undefined, (query) => query.where('notification.id', '<', beforeId ?? 0))
      .orderBy('notification.id', 'desc')
      .limit(most)
      .execute();
  }

  get(writer: Writer, place: ContentScope, id: number): Promise<NotificationRow | undefined> {
    return at(writer, place).selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Locks a notification against changes and deletion until the transaction ends. */
  lock(writer: Writer, place: ContentScope, id: number): Promise<NotificationRow | undefined> {
    return at(writer, place)
      .selectAll()
      .where('id', '=', id)
      .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE`))
      .executeTakeFirst();
  }

  insert(writer: Writer, row: Insertable<NotificationTable>): Promise<NotificationRow> {
    return writer.insertInto('notification').values(row).returningAll().executeTakeFirstOrThrow();
  }

  update(writer: Writer, id: number, change: Updateable<NotificationTable>): Promise<NotificationRow> {
    return writer.updateTable('notification').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('notification').where('id', '=', id).execute();
  }

  #withRecipient(accountId: number, recipient: NonNullable<NotificationFilter['recipient']>) {
    const from = this.#database
      .selectFrom('notification_recipient')
      .innerJoin(users(this.#database).as('account_user'), 'account_user.id', 'notification_recipient.user_id')
      .select('notification_recipient.notification_id')
      .where('account_user.account_id', '=', accountId);
    if ('embedTenantName' in recipient) {
      return from
        .innerJoin(embedTenants(this.#database).as('embed_tenant'), 'embed_tenant.id', 'account_user.embed_tenant_id')
        .where('account_user.kind', '=', 'external')
        .where('embed_tenant.name', '=', recipient.embedTenantName)
        .where('account_user.external_id', '=', recipient.externalId);
    }
    const people = from.where('account_user.kind', '=', 'internal');
    if ('userId' in recipient) return people.where('account_user.id', '=', recipient.userId);
    return people.where(sql<string>`lower(account_user.email)`, '=', recipient.email.trim().toLowerCase());
  }
}

function at(writer: Writer, { accountId, deploymentId }: ContentScope) {
  return writer
    .selectFrom('notification')
    .where('notification.account_id', '=', accountId)
    .where('notification.deployment_id', '=', deploymentId);
}
