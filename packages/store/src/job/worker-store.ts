import { sql } from 'kysely';
import { type Database, inTransaction, type Writer } from '../database/index.ts';

export interface Beat {
  readonly workerId: string;
  readonly beat: number;
}

/** Nodes that are alive, or were within half a minute, for tests in SQL of what others own. */
export function livingNodes(writer: Writer) {
  return writer.selectFrom('job_worker').select('job_worker.id');
}

/** Rows of `job_worker`. */
export class WorkerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Puts back the jobs of workers that no longer exist: a store may come from a backup. */
  async register(workerId: string, now: number): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      await transaction.insertInto('job_worker').values({ id: workerId, beat: 0, started_at: now }).execute();
      const strays = await transaction
        .selectFrom('job')
        .select('worker_id')
        .distinct()
        .where('worker_id', 'is not', null)
        .where('worker_id', 'not in', (query) => query.selectFrom('job_worker').select('job_worker.id'))
        .execute();
      for (const { worker_id } of strays) {
        await transaction.updateTable('job').set({ worker_id: null }).where('worker_id', '=', worker_id).execute();
      }
    });
  }

  /** @returns false for a worker that was declared dead */
  async beat(workerId: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('job_worker')
      .set({ beat: sql<number>`beat + 1` })
      .where('id', '=', workerId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async beats(): Promise<readonly Beat[]> {
    const rows = await this.#database.selectFrom('job_worker').select(['id', 'beat']).execute();
    return rows.map(({ id, beat }) => ({ workerId: id, beat }));
  }

  /**
   * Declares a worker dead and puts its jobs back, unless it has beaten once more. @returns whether it was declared
   * dead
   */
  bury({ workerId, beat }: Beat): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('job_worker')
        .where('id', '=', workerId)
        .where('beat', '=', beat)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await transaction.updateTable('job').set({ worker_id: null }).where('worker_id', '=', workerId).execute();
      return true;
    });
  }

  /** Removes a worker that ends in order and holds no job. */
  async remove(workerId: string): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      await transaction.deleteFrom('job_worker').where('id', '=', workerId).execute();
      await transaction.updateTable('job').set({ worker_id: null }).where('worker_id', '=', workerId).execute();
    });
  }
}
