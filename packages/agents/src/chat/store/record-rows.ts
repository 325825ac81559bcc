import { sql } from 'kysely';
import type { Writer } from '@orrery/store';
import type { ChatRecord } from '../wire/index.ts';

/** Rows that one statement writes. */
const inOneStatement = 200;

export async function insertRecords(
  writer: Writer,
  { threadId, runId }: { readonly threadId: number; readonly runId: number },
  records: readonly ChatRecord[],
): Promise<void> {
  for (let first = 0; first < records.length; first += inOneStatement) {
    const rows = records.slice(first, first + inOneStatement).map((record) => {
      return { thread_id: threadId, sort: record.sort, run_id: runId, record: JSON.stringify(record) };
    });
    await writer.insertInto('chat_record').values(rows).execute();
  }
}

interface RecordRange {
  /** Numbers after this one, up to `upTo`. */
  readonly after?: number;
  readonly upTo?: number;
  readonly most?: number;
  /** Only records of this run. */
  readonly runId?: number;
}

/** Complete records of a thread in their order. */
export async function recordsOfThread(
  writer: Writer,
  threadId: number,
  { after = 0, upTo, most, runId }: RecordRange = {},
): Promise<readonly ChatRecord[]> {
  const rows = await writer
    .selectFrom('chat_record')
    .select('record')
    .where('thread_id', '=', threadId)
    .where('sort', '>', after)
    .$if(runId !== undefined, (query) => query.where('run_id', '=', runId ?? 0))
    .$if(upTo !== undefined, (query) => query.where('sort', '<=', upTo ?? 0))
    .orderBy('sort')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
  return rows.map(({ record }) => readRecord(record));
}

/** The number of the last complete record of a thread; 0 before the first. */
export async function lastSortOf(writer: Writer, threadId: number): Promise<number> {
  const { last } = await writer
    .selectFrom('chat_record')
    .select((select) => select.fn.max('sort').as('last'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

export async function recordsOfRuns(
  writer: Writer,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ChatRecord[]>> {
  if (runIds.length === 0) return new Map();
  const rows = await writer
    .selectFrom('chat_record')
    .select(['run_id', 'record'])
    .where('run_id', 'in', runIds)
    .orderBy('sort')
    .execute();
  const byRun = new Map<number, ChatRecord[]>(runIds.map((runId) => [runId, []]));
  for (const { run_id: runId, record } of rows) byRun.get(runId)?.push(readRecord(record));
  return byRun;
}

/** Pieces of the text of a run that follow each other. */
export interface RunDeltas {
  readonly runId: number;
  /** The number of the first one. */
  readonly sort: number;
  /** Their records as they are sent. */
  readonly lines: string[];
}

export async function insertDeltas(writer: Writer, deltas: readonly RunDeltas[]): Promise<void> {
  for (let first = 0; first < deltas.length; first += inOneStatement) {
    const rows = deltas.slice(first, first + inOneStatement).map(({ runId, sort, lines }) => {
      return { run_id: runId, sort, records: `[${lines.join(',')}]` };
    });
    await writer.insertInto('chat_delta').values(rows).execute();
  }
}

/** Pieces of the text of a run after a number, in their order. */
export async function deltasOfRun(writer: Writer, runId: number, after = 0): Promise<readonly ChatRecord[]> {
  const rows = await writer
    .selectFrom('chat_delta')
    .select('records')
    .where('run_id', '=', runId)
    .where('sort', '>', after)
    .orderBy('sort')
    .execute();
  return rows.flatMap(({ records }) => JSON.parse(records) as readonly ChatRecord[]); // as `insertDeltas` wrote them
}

/**
 * Runs that one statement asks for. PostgreSQL knows nothing of the list of runs; for a longer one it would read all
 * records instead of looking them up.
 */
const followedInOneStatement = 20;

/** A run, and the number of the last record of it that is known. */
export interface WrittenFrom {
  readonly runId: number;
  readonly threadId: number;
  readonly after: number;
}

/**
 * Reads what was written of runs after these numbers, in order: records of their threads, and pieces of their text. One
 * statement reads both of a run, since a record is committed with the pieces before it.
 */
export async function writtenAfter(
  writer: Writer,
  from: readonly WrittenFrom[],
): Promise<readonly (readonly ChatRecord[])[]> {
  const written: ChatRecord[][] = from.map(() => []);
  for (let first = 0; first < from.length; first += followedInOneStatement) {
    const asked = from.slice(first, first + followedInOneStatement);
    for (const { place, records } of await writtenRows(writer, asked))
      written[first + place]?.push(...(JSON.parse(records) as readonly ChatRecord[])); // as written above
  }
  return written.map((records) => records.toSorted((one, other) => one.sort - other.sort));
}

async function writtenRows(
  writer: Writer,
  asked: readonly WrittenFrom[],
): Promise<readonly { readonly place: number; readonly records: string }[]> {
  const rows = asked.map(
    ({ runId, threadId, after }, place) =>
      sql`(CAST(${place} AS integer), CAST(${runId} AS bigint), CAST(${threadId} AS bigint), CAST(${after} AS bigint))`,
  );
  const { rows: found } = await sql<{ readonly place: number; readonly records: string }>`
    WITH asked (place, run_id, thread_id, known) AS (VALUES ${sql.join(rows)})
    SELECT place, '[' || record || ']' AS records FROM asked
      JOIN chat_record ON chat_record.thread_id = asked.thread_id AND chat_record.sort > asked.known
    UNION ALL
    SELECT place, records FROM asked
      JOIN chat_delta ON chat_delta.run_id = asked.run_id AND chat_delta.sort > asked.known`.execute(writer);
  return found;
}

export async function deleteDeltas(writer: Writer, runIds: readonly number[]): Promise<void> {
  if (runIds.length > 0) await writer.deleteFrom('chat_delta').where('run_id', 'in', runIds).execute();
}

function readRecord(text: string): ChatRecord {
  return JSON.parse(text) as ChatRecord; // as `insertRecords` wrote it
}
