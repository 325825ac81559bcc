import { presentUsers } from '@orrery/people';
import type { Insertable, Selectable, Transaction } from 'kysely';
import { type ChatRunTable, type ChatThreadTable, kindOf, livingNodes, type Tables, type Writer } from '@orrery/store';

export type ChatRunRow = Selectable<ChatRunTable>;
export type ThreadRow = Selectable<ChatThreadTable>;

/** Ids that one statement names. */
const inOneStatement = 200;

/** Phases of a run: active until it ends; interrupted when its node ended first, so that it may run again. */
type ChatRunState = 'active' | 'answered' | 'aborted' | 'failed' | 'interrupted';

/** The messages of one user to one agent have unique ids. */
export interface MessageKey {
  readonly accountId: number;
  readonly agentId: number;
  readonly userId: number;
  readonly messageId: string;
}

/** A conversation of a user whose time is not over. */
export function findThread(
  writer: Writer,
  accountId: number,
  uid: string,
  now: number,
): Promise<ThreadRow | undefined> {
  return writer
    .selectFrom('chat_thread')
    .innerJoin(presentUsers(writer, now).as('owner'), (join) =>
      join.onRef('owner.id', '=', 'chat_thread.user_id').onRef('owner.account_id', '=', 'chat_thread.account_id'),
    )
    .selectAll('chat_thread')
    .where('uid', '=', uid)
    .where('chat_thread.account_id', '=', accountId)
    .executeTakeFirst();
}

export function getThread(writer: Writer, id: number): Promise<ThreadRow | undefined> {
  return writer.selectFrom('chat_thread').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertThread(writer: Writer, row: Insertable<ChatThreadTable>): Promise<ThreadRow> {
  return writer.insertInto('chat_thread').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findRun(
  writer: Writer,
  { accountId, agentId, userId, messageId }: MessageKey,
): Promise<ChatRunRow | undefined> {
  return writer
    .selectFrom('chat_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/** The columns that followers read again and again. */
export type StateOfRun = Pick<ChatRunRow, 'state' | 'error'>;

/** @param ids without repetitions */
export async function statesOfRuns(writer: Writer, ids: readonly number[]): Promise<ReadonlyMap<number, StateOfRun>> {
  const states = new Map<number, StateOfRun>();
  for (let first = 0; first < ids.length; first += inOneStatement) {
    const asked = ids.slice(first, first + inOneStatement);
    const rows = await writer
      .selectFrom('chat_run')
      .select(['id', 'state', 'error'])
      .where('id', 'in', asked)
      .execute();
    for (const { id, ...state } of rows) states.set(id, state);
  }
  return states;
}

/** The run of a thread that goes on. */
export function activeRun(writer: Writer, threadId: number): Promise<ChatRunRow | undefined> {
  return writer
    .selectFrom('chat_run')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('state', '=', 'active')
    .executeTakeFirst();
}

export async function countActive(writer: Writer, userId: number): Promise<number> {
  const { count } = await writer
    .selectFrom('chat_run')
    .select((select) => select.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countRuns(writer: Writer, threadId: number): Promise<number> {
  const { count } = await writer
    .selectFrom('chat_run')
    .select((select) => select.fn.countAll().as('count'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertRun(writer: Writer, row: Insertable<ChatRunTable>): Promise<ChatRunRow> {
  return writer.insertInto('chat_run').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Begins an interrupted run again. @returns `undefined` when another request was faster */
export function restartRun(writer: Writer, id: number, nodeId: string, now: number): Promise<ChatRunRow | undefined> {
  return writer
    .updateTable('chat_run')
    .set({ state: 'active', worker_id: nodeId, error: null, is_abort_asked: 0, started_at: now, ended_at: null })
    .where('id', '=', id)
    .where('state', '=', 'interrupted')
    .returningAll()
    .executeTakeFirst();
}

/** Keeps the runs with their node until the transaction ends. @returns those that the node still has */
export async function holdRuns(
  transaction: Transaction<Tables>,
  nodeId: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await transaction
    .selectFrom('chat_run')
    .select('id')
    .where('id', 'in', ids)
    .where('worker_id', '=', nodeId)
    .where('state', '=', 'active')
    .$if(kindOf(transaction) === 'postgres', (query) => query.orderBy('id').forUpdate())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export interface RunOutcome {
  readonly state: Exclude<ChatRunState, 'active'>;
  readonly error?: string | undefined;
  /** JSON. */
  readonly outcome?: string | undefined;
  /** JSON. */
  readonly analysis?: string | undefined;
  /** JSON. */
  readonly receipt?: string | undefined;
}

export async function endRun(
  transaction: Transaction<Tables>,
  run: { readonly id: number; readonly threadId: number },
  { state, error, outcome, analysis, receipt }: RunOutcome,
  at: { readonly lastSort: number; readonly now: number },
): Promise<void> {
  await transaction
    .updateTable('chat_run')
    .set({
      state,
      worker_id: null,
      error: error ?? null,
      outcome: outcome ?? null,
      analysis: analysis ?? null,
      receipt: receipt ?? null,
      ended_at: at.now,
    })
    .where('id', '=', run.id)
    .execute();
  await touchThread(transaction, run.threadId, at);
}

export async function touchThread(
  writer: Writer,
  threadId: number,
  { lastSort, now }: { readonly lastSort: number; readonly now: number },
): Promise<void> {
  await writer
    .updateTable('chat_thread')
    .set({ last_sort: lastSort, updated_at: now })
    .where('id', '=', threadId)
    .execute();
}

/** Asks the node that has the run to stop it. */
export async function askToAbort(writer: Writer, id: number): Promise<void> {
  await writer
    .updateTable('chat_run')
    .set({ is_abort_asked: 1 })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

/** Lists the runs of a node for which other nodes have requested a stop. */
export async function abortsAsked(writer: Writer, nodeId: string): Promise<readonly number[]> {
  const rows = await writer
    .selectFrom('chat_run')
    .select('id')
    .where('worker_id', '=', nodeId)
    .where('state', '=', 'active')
    .where('is_abort_asked', '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** Runs whose node is not alive any more. */
export async function strayRuns(writer: Writer, most: number): Promise<readonly number[]> {
  const rows = await writer
    .selectFrom('chat_run')
    .select('id')
    .where('state', '=', 'active')
    .where('worker_id', 'not in', livingNodes(writer))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Runs that a node has had since before an instant. */
export async function runsOfNode(writer: Writer, nodeId: string, before: number): Promise<readonly number[]> {
  const rows = await writer
    .selectFrom('chat_run')
    .select('id')
    .where('worker_id', '=', nodeId)
    .where('state', '=', 'active')
    .where('started_at', '<', before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a run. @returns it, if it is active */
export function lockActive(transaction: Transaction<Tables>, id: number): Promise<ChatRunRow | undefined> {
  return transaction
    .selectFrom('chat_run')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'active')
    .$if(kindOf(transaction) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The runs of a thread that ended before another one began, the newest first. */
export function endedRuns(
  writer: Writer,
  threadId: number,
  beforeId: number,
  most: number,
): Promise<readonly ChatRunRow[]> {
  return writer
    .selectFrom('chat_run')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('id', '<', beforeId)
    .where('state', '!=', 'active')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
