import type { Insertable, Selectable } from 'kysely';
import type { Database, DeploymentSecretTable, DeploymentTable } from '../db/database.ts';
import type { Writer } from '../db/transaction.ts';

export type SecretRow = Selectable<DeploymentSecretTable>;

/** Rows of `deployment` and `deployment_secret`; secrets stay sealed here. */
export class DeploymentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  deployments(accountId: number): Promise<Selectable<DeploymentTable>[]> {
    return this.#database
      .selectFrom('deployment')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
  }

  /** Two first starts at once both succeed. @returns whether this one made it */
  async insert(writer: Writer, row: Insertable<DeploymentTable>): Promise<boolean> {
    const made = await writer
      .insertInto('deployment')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return made !== undefined;
  }

  /** Newest first. */
  secrets(deploymentId: number, writer: Writer = this.#database): Promise<SecretRow[]> {
    return writer
      .selectFrom('deployment_secret')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .orderBy('id', 'desc')
      .execute();
  }

  insertSecret(writer: Writer, row: Insertable<DeploymentSecretTable>): Promise<SecretRow> {
    return writer.insertInto('deployment_secret').values(row).returningAll().executeTakeFirstOrThrow();
  }

  async deleteSecret(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('deployment_secret').where('id', '=', id).execute();
  }
}
