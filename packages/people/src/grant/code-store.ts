import type { Insertable, Selectable } from 'kysely';
import type { Database, OAuthCodeTable, Writer } from '@orrery/store';

export type OAuthCodeRow = Selectable<OAuthCodeTable>;

/** Rows of `oauth_code` and `oauth_code_deployment`. */
export class CodeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(writer: Writer, row: Insertable<OAuthCodeTable>, deploymentIds: readonly number[]): Promise<void> {
    const { id } = await writer.insertInto('oauth_code').values(row).returning('id').executeTakeFirstOrThrow();
    const pairs = deploymentIds.map((deploymentId) => ({ code_id: id, deployment_id: deploymentId }));
    if (pairs.length > 0) await writer.insertInto('oauth_code_deployment').values(pairs).execute();
  }

  /** The account of a code, in which it is taken. */
  async accountOf(hash: string): Promise<number | undefined> {
    const row = await this.#database
      .selectFrom('oauth_code')
      .select('account_id')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.account_id;
  }

  find(writer: Writer, accountId: number, hash: string): Promise<OAuthCodeRow | undefined> {
    return writer
      .selectFrom('oauth_code')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('hash', '=', hash)
      .executeTakeFirst();
  }

  /** Uses a code up. @returns `undefined` when it is not there or was used before */
  take(writer: Writer, accountId: number, hash: string, now: number): Promise<OAuthCodeRow | undefined> {
    return writer
      .updateTable('oauth_code')
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
  }

  async deploymentsOf(writer: Writer, codeId: number): Promise<readonly number[]> {
    const rows = await writer
      .selectFrom('oauth_code_deployment')
      .select('deployment_id')
      .where('code_id', '=', codeId)
      .orderBy('deployment_id')
      .execute();
    return rows.map(({ deployment_id }) => deployment_id);
  }

  async setGrant(writer: Writer, id: number, grantId: number): Promise<void> {
    await writer.updateTable('oauth_code').set({ grant_id: grantId }).where('id', '=', id).execute();
  }

  /** @returns how many */
  async deleteOver(expiredBefore: number, most: number): Promise<number> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('oauth_code')
      .where('id', 'in', (is) =>
        is.selectFrom('oauth_code').select('id').where('expires_at', '<=', expiredBefore).limit(most),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
