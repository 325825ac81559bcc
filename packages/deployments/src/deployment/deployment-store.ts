import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DeploymentSecretTable, DeploymentTable, Writer } from '@orrery/store';
import { clearPolicies } from '@orrery/people';

export type DeploymentRow = Selectable<DeploymentTable>;
export type SecretRow = Selectable<DeploymentSecretTable>;

/** Rows of `deployment` and `deployment_secret`; secrets stay sealed here. */
export class DeploymentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  deployments(writer: Writer, accountId: number): Promise<DeploymentRow[]> {
    return writer.selectFrom('deployment').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  }

  /** Lists the deployments of all accounts. */
  everywhere(): Promise<Pick<DeploymentRow, 'id' | 'account_id' | 'name'>[]> {
    return this.#database.selectFrom('deployment').select(['id', 'account_id', 'name']).orderBy('id').execute();
  }

  get(writer: Writer, accountId: number, id: number): Promise<DeploymentRow | undefined> {
    return writer
      .selectFrom('deployment')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Finds a deployment of any account. */
  find(id: number): Promise<DeploymentRow | undefined> {
    return this.#database.selectFrom('deployment').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Returns a number that no deployment has had. */
  async nextNumber(writer: Writer): Promise<number> {
    const { last } = await writer
      .updateTable('deployment_number')
      .set({ last: sql<number>`last + 1` })
      .returning('last')
      .executeTakeFirstOrThrow();
    return last;
  }

  /**
   * Inserts a row unless it exists, so that two concurrent first starts both succeed. @returns whether this call
   * inserted it
   */
  async insert(writer: Writer, row: Insertable<DeploymentTable>): Promise<boolean> {
    const made = await writer
      .insertInto('deployment')
      .values(row)
      // Names no index: PostgreSQL would refuse an equal row by the other one when it came between the two looks.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return made !== undefined;
  }

  async rename(writer: Writer, id: number, name: string, key: string): Promise<void> {
    await writer.updateTable('deployment').set({ name, name_key: key }).where('id', '=', id).execute();
  }

  /** Marks a deployment as changed, so that its runtime is opened again. */
  async touch(writer: Writer, id: number): Promise<void> {
    await writer.updateTable('deployment').set({ revision: sql<number>`revision + 1` }).where('id', '=', id).execute();
  }

  /** Deletes a deployment with all its dependents. */
  async delete(writer: Writer, { id, account_id }: DeploymentRow): Promise<void> {
    await clearPolicies(
      writer,
      account_id,
      ['Deployment'],
      writer.selectFrom('deployment').select('id').where('id', '=', id),
    );
    await writer.deleteFrom('deployment').where('id', '=', id).execute();
  }

  /** Newest first. */
  secrets(writer: Writer, deploymentId: number): Promise<SecretRow[]> {
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
