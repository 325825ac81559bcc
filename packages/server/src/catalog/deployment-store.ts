import type { Selectable } from 'kysely';
import type { AccountTable, Database, DeploymentTable } from '../db/database.ts';
import type { Writer } from '../db/transaction.ts';

/** Rows of `account` and `deployment`; secrets stay sealed here. */
export class DeploymentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  account(): Promise<Selectable<AccountTable> | undefined> {
    return this.#database.selectFrom('account').selectAll().orderBy('id').executeTakeFirst();
  }

  deployments(): Promise<Selectable<DeploymentTable>[]> {
    return this.#database.selectFrom('deployment').selectAll().orderBy('id').execute();
  }

  /** Two first starts at once both succeed; the row of the first one stays. */
  async insertAccount(writer: Writer, row: AccountTable): Promise<void> {
    await writer
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async insertDeployment(writer: Writer, row: DeploymentTable): Promise<void> {
    await writer
      .insertInto('deployment')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}
