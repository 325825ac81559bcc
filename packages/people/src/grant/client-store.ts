import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Database, OAuthClientTable, Tables } from '@orrery/store';
import type { OAuthClient } from './oauth-client.ts';

export type OAuthClientRow = Selectable<OAuthClientTable>;

/** Rows of `oauth_client`. */
export class ClientStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(clientId: string): Promise<OAuthClientRow | undefined> {
    return this.#database.selectFrom('oauth_client').selectAll().where('client_id', '=', clientId).executeTakeFirst();
  }

  insert(row: Insertable<OAuthClientTable>): Promise<OAuthClientRow> {
    return this.#database.insertInto('oauth_client').values(row).returningAll().executeTakeFirstOrThrow();
  }

  /** Leaves one of this name that is there. */
  async insertMissing(row: Insertable<OAuthClientTable>): Promise<void> {
    await this.#database
      .insertInto('oauth_client')
      .values(row)
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .execute();
  }

  /** @returns the row, with the instant of its first save */
  saveDocument(row: Insertable<OAuthClientTable>): Promise<OAuthClientRow> {
    const { client_id: _, kind: __, created_at: ___, ...set } = row;
    return this.#database
      .insertInto('oauth_client')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('client_id').doUpdateSet(set).where('oauth_client.kind', '=', 'document'),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Deletes clients of documents that were never used, all but those that were fetched last. */
  async deleteExcessDocuments(kept: number, most: number): Promise<void> {
    await this.#database
      .deleteFrom('oauth_client')
      .where('id', 'in', (is) =>
        is
          .selectFrom('oauth_client')
          .select('id')
          .where('kind', '=', 'document')
          .where('used_at', 'is', null)
          .where(hasNoCode)
          .orderBy('fetched_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .offset(kept),
      )
      .execute();
  }

  /** Instants of registrations from a network, newest first. */
  async registeredFrom(network: string, after: number, most: number): Promise<readonly number[]> {
    const rows = await this.#database
      .selectFrom('oauth_client')
      .select('created_at')
      .where('registered_from', '=', network)
      .where('created_at', '>', after)
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ created_at }) => created_at);
  }

  async unusedCount(): Promise<number> {
    const { count } = await this.#database
      .selectFrom('oauth_client')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('kind', '=', 'registered')
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Deletes clients of these kinds that were never used, oldest first. @returns how many */
  async deleteUnused(
    kinds: readonly OAuthClient['kind'][],
    { createdBefore, now, most }: { readonly createdBefore: number; readonly now: number; readonly most: number },
  ): Promise<number> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('oauth_client')
      .where('id', 'in', (is) =>
        is
          .selectFrom('oauth_client')
          .select('id')
          .where('kind', 'in', kinds)
          .where('used_at', 'is', null)
          .where('created_at', '<', createdBefore)
          .where(hasNoCode)
          .where(hasNoDevice(now))
          .orderBy('created_at')
          .limit(most),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes clients of the installation that have no grant, and had none lately. @returns how many */
  async deleteLeft({
    usedBefore,
    now,
    most,
  }: {
    readonly usedBefore: number;
    readonly now: number;
    readonly most: number;
  }): Promise<number> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('oauth_client')
      .where('id', 'in', (is) =>
        is
          .selectFrom('oauth_client')
          .select('id')
          .where('kind', 'in', ['registered', 'document'])
          .where('used_at', '<', usedBefore)
          .where(hasNoCode)
          .where(hasNoDevice(now))
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('oauth_grant')
                  .select('oauth_grant.id')
                  .whereRef('oauth_grant.client_id', '=', 'oauth_client.id'),
              ),
            ),
          )
          .orderBy('used_at')
          .limit(most),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

/** Whether no code is on its way to the client. */
function hasNoCode({ exists, not, selectFrom }: ExpressionBuilder<Tables, 'oauth_client'>) {
  return not(
    exists(selectFrom('oauth_code').select('oauth_code.id').whereRef('oauth_code.client_id', '=', 'oauth_client.id')),
  );
}

/** Whether no device waits for the client. Requests that were denied, or are over, do not keep it. */
function hasNoDevice(now: number) {
  return ({ exists, not, selectFrom }: ExpressionBuilder<Tables, 'oauth_client'>) =>
    not(
      exists(
        selectFrom('oauth_device')
          .select('oauth_device.id')
          .whereRef('oauth_device.client_id', '=', 'oauth_client.id')
          .where('oauth_device.status', 'in', ['pending', 'approved'])
          .where('oauth_device.expires_at', '>', now),
      ),
    );
}
