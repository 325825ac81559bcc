import { type Database, inTransaction } from '@orrery/store';
import {
  deleteDeltas,
  deltasOfRun,
  endRun,
  insertRecords,
  lockActive,
  recordsOfRuns,
  runsOfNode,
  strayRuns,
} from '../store/index.ts';
import { type ChatRecord, isTool, textRecord, toolRecord } from '../wire/index.ts';
import { joinDeltas } from './read-followed.ts';
import { interruptedText } from './run-end.ts';

/** Runs that one pass ends. */
const mostAtOnce = 100;
/** Longer than a run is in the store before its node knows it. */
const beginsWithinMs = 10_000;

/** The runs of this node, as the node knows them. */
export interface OwnRuns {
  readonly nodeId: string;
  has(runId: number): boolean;
}

/**
 * Ends the runs whose node is not alive any more, and those of this node whose end could not be written: their text
 * stays, and the same message may be sent again.
 */
export async function recoverRuns(database: Database, now: number, own: OwnRuns): Promise<number> {
  const strays = await strayRuns(database, mostAtOnce);
  const left = await runsOfNode(database, own.nodeId, now - beginsWithinMs);
  const ids = [...strays, ...left.filter((id) => !own.has(id))];
  for (const id of ids) await recoverRun(database, id, now);
  return ids.length;
}

async function recoverRun(database: Database, id: number, now: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const run = await lockActive(transaction, id);
    if (!run) return; // another node was faster
    const records = (await recordsOfRuns(transaction, [id])).get(id) ?? [];
    const deltas = await deltasOfRun(transaction, id);
    const last = Math.max(records.at(-1)?.sort ?? 0, deltas.at(-1)?.sort ?? 0);
    const closing = closingRecords(records, deltas, last);
    const place = { threadId: run.thread_id, runId: id };
    await insertRecords(transaction, place, closing);
    await deleteDeltas(transaction, [id]);
    const lastSort = last + closing.length + 1;
    const ended = { state: 'interrupted', error: interruptedText } as const;
    await endRun(transaction, { id, threadId: run.thread_id }, ended, { lastSort, now });
  });
}

function closingRecords(
  records: readonly ChatRecord[],
  deltas: readonly ChatRecord[],
  last: number,
): readonly ChatRecord[] {
  const tools = records.filter(isTool);
  const ended = new Set(tools.flatMap(({ id, toolCall }) => (toolCall.result === undefined ? [] : [id])));
  const result = JSON.stringify({ error: 'Error: AbortError: The run was interrupted' });
  let sort = last;
  const closed: ChatRecord[] = tools.flatMap(({ id, toolCall }) => {
    if (ended.has(id)) return [];
    sort += 1;
    return [toolRecord(id, { ...toolCall, result }, sort)];
  });
  const text = joinDeltas(deltas);
  if (text) closed.push(textRecord(text.id, text, { isDelta: false, isInProcess: false, sort: sort + 1 }));
  return closed;
}
