import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { type Database, inTransaction, type JobTable, kindOf, type Tables, type Writer } from '../database/index.ts';
import { type Job, LeaseLost, type NewJob } from './job.ts';
import { longestRetryMs } from './retry-after.ts';

/** The worker and the attempt of a job; no two workers hold the same attempt. */
export interface Lease {
  readonly jobId: number;
  readonly workerId: string;
  readonly attempt: number;
}

/** Jobs written by one statement, which can have only a limited number of parameters. */
const inOneStatement = 500;

/** Jobs that a worker looks at for each one it may take, because workers of other nodes may be taking the first ones. */
const roundsOfOne = 4;

/** Rows of `job`. */
export class JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Adds jobs in the transaction that makes them due; skips those whose key is in use. @returns the number of new jobs
   */
  async add(writer: Writer, jobs: readonly NewJob[], now: number): Promise<number> {
    let added = 0;
    for (let first = 0; first < jobs.length; first += inOneStatement) {
      const rows = jobs.slice(first, first + inOneStatement).map((job) => rowOf(job, now));
      const result = await writer
        .insertInto('job')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['kind', 'key']).where('failed_at', 'is', null).doNothing())
        .executeTakeFirst();
      added += Number(result.numInsertedOrUpdatedRows ?? 0n);
    }
    return added;
  }

  /** Cancels jobs, also held ones: their workers learn it with the next beat and can no longer write for them. */
  async cancel(writer: Writer, accountId: number, kind: string, keys: readonly string[]): Promise<void> {
    for (let first = 0; first < keys.length; first += inOneStatement) {
      await writer
        .deleteFrom('job')
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .where('key', 'in', keys.slice(first, first + inOneStatement))
        .where('failed_at', 'is', null)
        .execute();
    }
  }

  /**
   * Takes jobs for the worker, by turns: those of the account with the fewest running jobs first, and of one account those
   * that have been due longest; none for a worker declared dead. A clock that is set back
   * delays nothing: a job created to run at once is due whatever the clock said then, and so is a retry that lies
   * further ahead than any retry can.
   */
  async take(
    workerId: string,
    { kinds, now, most }: { readonly kinds: readonly string[]; readonly now: number; readonly most: number },
  ): Promise<readonly Job[]> {
    if (kinds.length === 0 || most <= 0 || !(await this.#isAnyDue(kinds, now))) return [];
    return inTransaction(this.#database, async (transaction) => {
      const isPostgres = kindOf(transaction) === 'postgres';
      const alive = await transaction
        .selectFrom('job_worker')
        .select('id')
        .where('id', '=', workerId)
        .$if(isPostgres, (query) => query.forShare())
        .executeTakeFirst();
      if (!alive) return [];
      const ids = await this.#due(transaction, kinds, now, most);
      if (ids.length === 0) return [];
      const rows = await transaction
        .updateTable('job')
        .set({ worker_id: workerId, attempts: sql<number>`attempts + 1` })
        .where('id', 'in', ids)
        .returningAll()
        .execute();
      return rows.map(jobOf).sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
    });
  }

  /** Whether any job is due. This runs every second, so it reads no more than one job. */
  async #isAnyDue(kinds: readonly string[], now: number): Promise<boolean> {
    const waiting = dueJobs(this.#database, kinds, now).select('waiting.id').orderBy('due_at').orderBy('id').limit(1);
    return (await waiting.executeTakeFirst()) !== undefined;
  }

  /** Keeps due jobs for this transaction, by turns. On PostgreSQL it skips those that others are taking. */
  async #due(transaction: Transaction<Tables>, kinds: readonly string[], now: number, most: number) {
    const candidates = await this.#byTurns(transaction, kinds, now, most * roundsOfOne);
    if (kindOf(transaction) !== 'postgres') return candidates.slice(0, most);
    const ids: number[] = [];
    for (let next = 0; ids.length < most && next < candidates.length; ) {
      const asked = candidates.slice(next, next + most - ids.length);
      next += asked.length;
      // They must be due still: others may have taken them meanwhile, and put some back for later.
      const due = dueJobs(transaction, kinds, now).select('waiting.id').where('waiting.id', 'in', asked);
      const rows = await due.forUpdate().skipLocked().execute();
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  }

  /** Lists due jobs by turns: the first of each account, after as many as it has running, then the second ones. */
  async #byTurns(writer: Writer, kinds: readonly string[], now: number, most: number): Promise<readonly number[]> {
    const accounts = await this.#accountsWithDue(writer, kinds, now, most);
    // One statement reads the first jobs of each account from the index: a queue of any length costs the same.
    const [first, ...others] = accounts.map(({ id, running }) => {
      const place = sql<number>`row_number() OVER (ORDER BY due_at, id) + ${sql.lit(running)}`;
      const jobs = dueJobs(writer, kinds, now)
        .where('waiting.account_id', '=', id)
        .select(['waiting.id', 'waiting.due_at'])
        .orderBy('waiting.due_at')
        .orderBy('waiting.id')
        .limit(most);
      return writer.selectFrom(jobs.as('due')).select(['due.id', 'due.due_at', place.as('place')]);
    });
    if (first === undefined) return [];
    const jobs = others.reduce((all, next) => all.unionAll(next), first);
    const rows = await writer
      .selectFrom(jobs.as('due'))
      .select('due.id')
      .orderBy('due.place')
      .orderBy('due.due_at')
      .orderBy('due.id')
      .limit(most)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Lists the accounts whose turn is next: those with the fewest running jobs, and of these those that wait longest. */
  async #accountsWithDue(writer: Writer, kinds: readonly string[], now: number, most: number) {
    const held = writer
      .selectFrom('job as running')
      .select((count) => ['running.account_id', count.fn.countAll<number>().as('many')])
      .where('running.worker_id', 'is not', null)
      .groupBy('running.account_id');
    const first = dueJobs(writer, kinds, now)
      .select('waiting.due_at')
      .where('waiting.account_id', '=', sql.ref<number>('account.id'))
      .orderBy('waiting.due_at')
      .orderBy('waiting.id')
      .limit(1);
    const turns = writer
      .selectFrom('account')
      .leftJoin(held.as('held'), 'held.account_id', 'account.id')
      .select(['account.id', sql<number>`COALESCE(held.many, 0)`.as('running'), first.as('waits_since')]);
    const rows = await writer
      .selectFrom(turns.as('turn'))
      .select(['turn.id', 'turn.running'])
      .where('turn.waits_since', 'is not', null)
      .orderBy('turn.running')
      .orderBy('turn.waits_since')
      .orderBy('turn.id')
      .limit(most)
      .execute();
    return rows.map(({ id, running }) => ({ id, running: Number(running) }));
  }

  /** Keeps the job with its worker until the transaction ends. @throws LeaseLost */
  async requireHeld(transaction: Transaction<Tables>, { jobId, workerId, attempt }: Lease): Promise<void> {
    const row = await transaction
      .selectFrom('job')
      .select('id')
      .where('id', '=', jobId)
      .where('worker_id', '=', workerId)
      .where('attempts', '=', attempt)
      .$if(kindOf(transaction) === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (!row) throw new LeaseLost();
  }

  async delete(transaction: Transaction<Tables>, jobId: number): Promise<void> {
    await transaction.deleteFrom('job').where('id', '=', jobId).execute();
  }

  /** Puts the job back in the queue. @param attempts number of attempts that count */
  async putBack(
    transaction: Transaction<Tables>,
    jobId: number,
    change: { readonly dueAt: number; readonly attempts: number; readonly error: string | null },
  ): Promise<void> {
    await transaction
      .updateTable('job')
      .set({ worker_id: null, due_at: change.dueAt, attempts: change.attempts, error: change.error })
      .where('id', '=', jobId)
      .execute();
  }

  async giveUp(transaction: Transaction<Tables>, jobId: number, error: string, now: number): Promise<void> {
    await transaction
      .updateTable('job')
      .set({ worker_id: null, failed_at: now, error })
      .where('id', '=', jobId)
      .execute();
  }

  /** Lists the jobs the store has for a worker. */
  async heldBy(workerId: string): Promise<readonly Job[]> {
    const rows = await this.#database.selectFrom('job').selectAll().where('worker_id', '=', workerId).execute();
    return rows.map(jobOf);
  }

  async forgetGivenUp(before: number): Promise<void> {
    await this.#database.deleteFrom('job').where('failed_at', '<', before).execute();
  }
}

function rowOf(job: NewJob, now: number): Insertable<JobTable> {
  return {
    account_id: job.accountId,
    deployment_id: job.deploymentId ?? null,
    kind: job.kind,
    key: job.key ?? null,
    payload: JSON.stringify(job.payload),
    created_at: now,
    due_at: job.dueAt,
    worker_id: null,
    error: null,
    failed_at: null,
  };
}

function jobOf(row: Selectable<JobTable>): Job {
  return {
    id: row.id,
    accountId: row.account_id,
    deploymentId: row.deployment_id ?? undefined,
    kind: row.kind,
    key: row.key ?? undefined,
    payload: JSON.parse(row.payload) as Job['payload'], // written by `add`
    createdAt: row.created_at,
    dueAt: row.due_at,
    attempt: row.attempts,
  };
}

function dueJobs(writer: Writer, kinds: readonly string[], now: number) {
  return writer
    .selectFrom('job as waiting')
    .where('waiting.worker_id', 'is', null)
    .where('waiting.failed_at', 'is', null)
    .where('waiting.kind', 'in', kinds)
    .where((where) =>
      where.or([
        where('waiting.due_at', '<=', now),
        where.and([where('waiting.attempts', '=', 0), where('waiting.due_at', '<=', where.ref('waiting.created_at'))]),
        where.and([where('waiting.attempts', '>', 0), where('waiting.due_at', '>', now + longestRetryMs)]),
      ]),
    );
}
