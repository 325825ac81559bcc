import { embedTenants, users } from '@orrery/people';
import type { Database, Writer } from '@orrery/store';
import { inPieces, readInPieces } from '@orrery/kernel';
import type { NewestFirst } from './notification-store.ts';
import { embedAddress, type Recipient, userAddress } from './recipient.ts';

/** A recipient in a request for removal. */
export type RecipientName =
  | { readonly userId: number }
  | { readonly embedUserId: number; readonly embedTenantName: string };

/** A recipient to add, with the data policies read of them here. */
export interface NewRecipient {
  readonly userId: number;
  readonly securityContext: Readonly<Record<string, unknown>> | undefined;
}

/** Rows of `notification_recipient`, joined with their users. */
export class RecipientStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists the newest first. */
  async list(notificationId: number, { beforeId, most }: NewestFirst): Promise<readonly Recipient[]> {
    const rows = await people(this.#database, notificationId)
      .$if(beforeId !== undefined, (query) => query.where('notification_recipient.id', '<', beforeId ?? 0))
      .orderBy('notification_recipient.id', 'desc')
      .limit(most)
      .execute();
    return rows.map(read);
  }

  /** Lists in the order in which they were added. */
  async all(writer: Writer, notificationId: number): Promise<readonly Recipient[]> {
    const rows = await people(writer, notificationId).orderBy('notification_recipient.id').execute();
    return rows.map(read);
  }

  /** Returns the recipients among these users, by user. */
  async of(
    writer: Writer,
    notificationId: number,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, Recipient>> {
    const rows = await readInPieces(userIds, (some) =>
      people(writer, notificationId).where('account_user.id', 'in', some).execute(),
    );
    return new Map(rows.map((row) => [row.user_id, read(row)]));
  }

  async insert(writer: Writer, notificationId: number, people: readonly NewRecipient[], now: number): Promise<void> {
    const rows = people.map(({ userId, securityContext }) => ({
      notification_id: notificationId,
      user_id: userId,
      security_context: securityContext ? JSON.stringify(securityContext) : null,
      created_at: now,
    }));
    for (const some of inPieces(rows)) await writer.insertInto('notification_recipient').values(some).execute();
  }

  async setContext(writer: Writer, id: number, securityContext: object): Promise<void> {
    await writer
      .updateTable('notification_recipient')
      .set({ security_context: JSON.stringify(securityContext) })
      .where('id', '=', id)
      .execute();
  }

  async remove(writer: Writer, ids: readonly number[]): Promise<void> {
    for (const some of inPieces(ids)) {
      await writer.deleteFrom('notification_recipient').where('id', 'in', some).execute();
    }
  }
}

function people(writer: Writer, notificationId: number) {
  return writer
    .selectFrom('notification_recipient')
    .innerJoin(users(writer).as('account_user'), 'account_user.id', 'notification_recipient.user_id')
    .leftJoin(embedTenants(writer).as('embed_tenant'), 'embed_tenant.id', 'account_user.embed_tenant_id')
    .select(['notification_recipient.id', 'notification_recipient.user_id', 'security_context'])
    .select(['account_user.kind', 'username', 'email', 'external_id', 'embed_tenant_id', 'embed_tenant.name as tenant'])
    .where('notification_id', '=', notificationId);
}

type RecipientRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number];

function read(row: RecipientRow): Recipient {
  const { id, user_id, username, email, external_id, embed_tenant_id, tenant, security_context } = row;
  if (row.kind === 'internal') return { id, type: 'USER', userId: user_id, username, email: userAddress(email) };
  if (embed_tenant_id === null || tenant === null) throw new Error(`the recipient ${id} belongs to no embed tenant`);
  const externalId = external_id ?? username;
  return {
    id,
    type: 'EMBED_USER',
    embedUserId: user_id,
    embedTenantId: embed_tenant_id,
    embedTenantName: tenant,
    externalId,
    email: embedAddress(email, externalId),
    // Stored by this class.
    securityContext: security_context === null ? undefined : (JSON.parse(security_context) as Record<string, unknown>),
  };
}
