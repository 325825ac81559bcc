import type { Selectable } from 'kysely';
import type { ChatRunTable, Writer } from '@orrery/store';

/** A run with the receipt of its answer. */
export type ReceiptRow = Pick<
  Selectable<ChatRunTable>,
  'id' | 'thread_id' | 'message_id' | 'input' | 'request' | 'outcome' | 'ended_at'
> & { readonly receipt: string };

/** The run that a result belongs to, with whose it is. */
export interface ResultPlace extends ReceiptRow {
  readonly user_id: number;
  readonly agent_id: number;
}

const columns = ['run.id', 'run.thread_id', 'run.message_id', 'run.input', 'run.request', 'run.outcome'] as const;

function rows(writer: Writer) {
  return writer
    .selectFrom('chat_run as run')
    .select([...columns, 'run.ended_at'])
    .select((select) => select.ref('run.receipt').$notNull().as('receipt'))
    .where('run.receipt', 'is not', null);
}

export async function insertResults(writer: Writer, runId: number, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await writer
    .insertInto('chat_result')
    .values(uuids.map((uuid) => ({ uuid, run_id: runId })))
    .execute();
}

/** Finds the run of a result in an account. */
export function placeOfResult(writer: Writer, accountId: number, uuid: string): Promise<ResultPlace | undefined> {
  return rows(writer)
    .innerJoin('chat_result as result', 'result.run_id', 'run.id')
    .innerJoin('chat_thread as thread', 'thread.id', 'run.thread_id')
    .select(['thread.user_id', 'thread.agent_id'])
    .where('result.uuid', '=', uuid)
    .where('thread.account_id', '=', accountId)
    .executeTakeFirst();
}

/** Receipts of a thread after a run, the oldest first. */
export function receiptsAfter(
  writer: Writer,
  threadId: number,
  { afterId, most }: { readonly afterId: number; readonly most: number },
): Promise<readonly ReceiptRow[]> {
  return rows(writer)
    .where('run.thread_id', '=', threadId)
    .where('run.id', '>', afterId)
    .orderBy('run.id')
    .limit(most)
    .execute();
}

/** The newest receipts of a thread, the oldest of them first, as many as are small enough. */
export async function newestReceipts(
  writer: Writer,
  threadId: number,
  { most, characters }: { readonly most: number; readonly characters: number },
): Promise<{ readonly receipts: readonly ReceiptRow[]; readonly hasOlder: boolean }> {
  const newest = await writer
    .selectFrom('chat_run')
    .select('id')
    .select((select) => select.fn<number>('length', ['receipt']).as('size'))
    .where('thread_id', '=', threadId)
    .where('receipt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
  let left = characters;
  const small = newest.slice(0, most).filter(({ size }) => {
    left -= size;
    return left >= 0;
  });
  const from = small.at(-1)?.id;
  const receipts =
    from === undefined ? [] : await receiptsAfter(writer, threadId, { afterId: from - 1, most: small.length });
  return { receipts, hasOlder: small.length < newest.length };
}
