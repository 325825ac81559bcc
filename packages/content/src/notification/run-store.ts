import type { Selectable } from 'kysely';
import type { Database, NotificationRunTable, Writer } from '@orrery/store';
import type { NewestFirst } from './notification-store.ts';
import { readNotification } from './read-notification.ts';
import type { Recipient } from './recipient.ts';
import { RecipientStore } from './recipient-store.ts';
import {
  type Delivery,
  deliveryStates,
  type LoadedRun,
  type NotificationRun,
  type RunEnd,
  type RunPhase,
  runPhases,
  runStates,
  type RunTrigger,
  runTriggers,
} from './run.ts';

/** Number of runs kept per notification. */
const runsKept = 200;

const longestText = 2_000;
const mostNotes = 1_000;

/**
 * Rows of `notification_run` and `notification_delivery`. They are written only while the worker holds the run's job.
 */
export class RunStore {
  readonly #database: Database;
  readonly #recipients: RecipientStore;

  constructor(database: Database) {
    this.#database = database;
    this.#recipients = new RecipientStore(database);
  }

  /** Inserts waiting runs, whose jobs are added with them. @returns their numbers by notification, one for each */
  async insert(
    writer: Writer,
    runs: readonly Pick<NotificationRun, 'notificationId' | 'trigger' | 'dueAt'>[],
  ): Promise<ReadonlyMap<number, number>> {
    if (runs.length === 0) return new Map();
    const rows = runs.map(({ notificationId, trigger, dueAt }) => ({
      notification_id: notificationId,
      trigger,
      state: 'waiting',
      attempts: 0,
      due_at: dueAt,
      ...nothingYet,
    }));
    const added = await writer
      .insertInto('notification_run')
      .values(rows)
      .returning(['id', 'notification_id'])
      .execute();
    return new Map(added.map(({ id, notification_id }) => [notification_id, id]));
  }

  /** @returns `undefined` when the notification is deleted */
  async load(writer: Writer, runId: number): Promise<LoadedRun | undefined> {
    const run = await this.#row(writer, runId);
    if (!run) return undefined;
    const row = await writer
      .selectFrom('notification')
      .selectAll()
      .where('id', '=', run.notification_id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { trigger, state, due_at, started_at } = run;
    return {
      runId,
      trigger: oneOf(runTriggers, trigger),
      state: oneOf(runStates, state),
      dueAt: due_at,
      startedAt: started_at ?? undefined,
      notification: readNotification(row),
    };
  }

  /** Reads the current recipients with their current addresses. */
  recipientsOf(writer: Writer, notificationId: number): Promise<readonly Recipient[]> {
    return this.#recipients.all(writer, notificationId);
  }

  /** Starts a run, also one that another worker had started. @returns false when the run has ended or is deleted */
  async begin(writer: Writer, runId: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('notification_run')
      .set((is) => ({
        state: 'running',
        phase: 'initializing',
        attempts: is('attempts', '+', 1),
        started_at: is.fn.coalesce('started_at', is.val(now)),
      }))
      .where('id', '=', runId)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async recordPhase(writer: Writer, runId: number, phase: RunPhase): Promise<void> {
    await writer
      .updateTable('notification_run')
      .set({ phase })
      .where('id', '=', runId)
      .where('state', '=', 'running')
      .execute();
  }

  /** Replaces the delivery of an earlier attempt. */
  async recordDelivery(
    writer: Writer,
    runId: number,
    recipient: Recipient,
    { state, error, messageId }: Delivery,
    now: number,
  ): Promise<void> {
    const outcome = { state, error: shortened(error), message_id: messageId ?? null, at: now };
    const user_id = recipient.type === 'USER' ? recipient.userId : recipient.embedUserId;
    await writer
      .insertInto('notification_delivery')
      .values({ run_id: runId, recipient_id: recipient.id, user_id, ...outcome })
      .onConflict((conflict) => conflict.columns(['run_id', 'recipient_id']).doUpdateSet(outcome))
      .execute();
  }

  /** Deliveries by recipient, so that a repeated run mails no person twice. */
  async deliveriesOf(writer: Writer, runId: number): Promise<ReadonlyMap<number, Delivery>> {
    const rows = await writer.selectFrom('notification_delivery').selectAll().where('run_id', '=', runId).execute();
    return new Map(
      rows.map(({ recipient_id, state, error, message_id }) => [
        recipient_id,
        { state: oneOf(deliveryStates, state), error: error ?? undefined, messageId: message_id ?? undefined },
      ]),
    );
  }

  /** Ends a run and deletes old ones. @returns whether it had not ended yet */
  async finish(writer: Writer, runId: number, { state, error, notes = [] }: RunEnd, now: number): Promise<boolean> {
    const row = await writer
      .updateTable('notification_run')
      .set({
        state,
        phase: null,
        error: shortened(error),
        notes: JSON.stringify(notes.slice(0, mostNotes).map((note) => note.slice(0, longestText))),
        finished_at: now,
      })
      .where('id', '=', runId)
      .where('state', 'in', ['waiting', 'running'])
      .returning('notification_id')
      .executeTakeFirst();
    if (!row) return false;
    await this.#forgetOld(writer, row.notification_id);
    return true;
  }

  /** Lists the newest first. */
  async list(notificationId: number, { beforeId, most }: NewestFirst): Promise<readonly NotificationRun[]> {
    const rows = await this.#database
      .selectFrom('notification_run')
      .selectAll()
      .where('notification_id', '=', notificationId)
      .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    return this.#withCounts(rows);
  }

  async get(notificationId: number, runId: number): Promise<NotificationRun | undefined> {
    const row = await this.#row(this.#database, runId);
    return row?.notification_id === notificationId ? (await this.#withCounts([row]))[0] : undefined;
  }

  /** Finds a requested run that has not begun. */
  async waiting(writer: Writer, notificationId: number, trigger: RunTrigger): Promise<number | undefined> {
    const row = await writer
      .selectFrom('notification_run')
      .select('id')
      .where('notification_id', '=', notificationId)
      .where('trigger', '=', trigger)
      .where('state', '=', 'waiting')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  #row(writer: Writer, runId: number): Promise<RunRow | undefined> {
    return writer.selectFrom('notification_run').selectAll().where('id', '=', runId).executeTakeFirst();
  }

  async #withCounts(rows: readonly RunRow[]): Promise<readonly NotificationRun[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const counts = await this.#database
      .selectFrom('notification_delivery')
      .select(['run_id', 'state', (is) => is.fn.countAll<number>().as('count')])
      .where('run_id', 'in', ids)
      .groupBy(['run_id', 'state'])
      .execute();
    const countOf = (id: number, state: Delivery['state']) =>
      Number(counts.find((one) => one.run_id === id && one.state === state)?.count ?? 0);
    return rows.map((row) => ({
      ...read(row),
      sentCount: countOf(row.id, 'sent'),
      failedCount: countOf(row.id, 'failed'),
    }));
  }

  async #forgetOld(writer: Writer, notificationId: number): Promise<void> {
    const oldest = await writer
      .selectFrom('notification_run')
      .select('id')
      .where('notification_id', '=', notificationId)
      .orderBy('id', 'desc')
      .offset(runsKept)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    await writer
      .deleteFrom('notification_run')
      .where('notification_id', '=', notificationId)
      .where('id', '<=', oldest.id)
      .where('state', 'not in', ['waiting', 'running'])
      .execute();
  }
}

type RunRow = Selectable<NotificationRunTable>;

const nothingYet = { phase: null, error: null, notes: null, started_at: null, finished_at: null };

function read(row: RunRow): Omit<NotificationRun, 'sentCount' | 'failedCount'> {
  return {
    id: row.id,
    notificationId: row.notification_id,
    trigger: oneOf(runTriggers, row.trigger),
    state: oneOf(runStates, row.state),
    phase: row.phase === null ? undefined : oneOf(runPhases, row.phase),
    attempts: row.attempts,
    error: row.error ?? undefined,
    notes: row.notes === null ? [] : (JSON.parse(row.notes) as readonly string[]), // we wrote it
    dueAt: row.due_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
  };
}

/** Shortens texts of mail servers, which may be long and contain characters that no store accepts. */
function shortened(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '').toWellFormed().slice(0, longestText);
}

function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text);
  if (found) return found;
  throw new Error(`a run has '${text}', which is not one of ${known.join(', ')}`);
}
