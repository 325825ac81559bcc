import { EngineCancelled, EngineError, type FirstTables, type ResultColumn } from '@orrery/engines';
import { NotFound, RequestError, Unavailable, type DataScope } from '@orrery/kernel';
import { noteEngineQueries, type QueryNote, tenantOf } from '../query/index.ts';
import type { SourceQuestion } from '../question/index.ts';
import type { Runtime } from '../runtime.ts';
import { placeIn, type ShownType, type StatementColumn } from '../statement/index.ts';

/** A request of a user who may ask data sources directly; the caller of these functions has checked that. */
interface SourceAsker {
  readonly principal: DataScope;
  /** Fires when the user is gone. */
  readonly signal: AbortSignal;
}

export interface SourceRows {
  readonly columns: readonly (Pick<StatementColumn, 'name' | 'column_type'> & { readonly type: ShownType })[];
  /** Lines as `/v1/cubesql` has them, in pieces of whole lines. */
  readonly lines: readonly Uint8Array[];
  /** Whether there are more rows. */
  readonly isCut: boolean;
  /** Epoch milliseconds. */
  readonly refreshedAt: number;
}

/** Thrown for a statement of a user that its data source does not run. */
export class SourceStatementInvalid extends RequestError {
  readonly status = 400;
}

/**
 * Runs a statement that a user wrote in the SQL of a data source, for `ask`. It reads only, in a slot of the queue of its
 * source, with the share of its caller. The note keeps what is known of it so far.
 *
 * @throws SourceStatementInvalid, NotFound for a source that the project does not have, Invalid for rows that are too
 * large, Unavailable, the reason of the signal
 */
export async function rowsOfSource(
  runtime: Runtime,
  { dataSource, sql, mostRows }: SourceQuestion,
  { clock, ...asker }: SourceAsker & { readonly clock: { now(): number } },
  note: QueryNote,
): Promise<SourceRows> {
  const { signal } = asker;
  note.query = { sql };
  try {
    requireSource(runtime, dataSource);
    note.dataSource = dataSource;
    note.statements = [sql];
    const refreshedAt = clock.now();
    const statement = { text: sql, params: [], isOfUser: true } as const;
    const { queueMs, result } = await inSlot(runtime, dataSource, asker, () =>
      runtime.sources.written({ dataSource, statement, mostRows }, signal),
    );
    const { columns, data, rowCount, isCut, engineMs, encodeMs } = result;
    requireNames(columns);
    note.timingsMs = { queue: queueMs, engine: engineMs, encode: encodeMs };
    note.rows = rowCount;
    noteEngineQueries(note, [result.engineQueryId]);
    note.bytes = data.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { columns: columns.map(shownColumn), lines: data, isCut, refreshedAt };
  } catch (error) {
    if (error instanceof EngineError) noteEngineQueries(note, [error.engineQueryId]);
    throw signal.aborted ? signal.reason : refusal(error, sql);
  }
}

const mostTables = { tables: 2_000, columns: 50_000 };

/** Lists the first tables of a data source. @throws as `ask` for its statements */
export async function tablesOfSource(runtime: Runtime, dataSource: string, asker: SourceAsker): Promise<FirstTables> {
  const { signal } = asker;
  requireSource(runtime, dataSource);
  try {
    return (await inSlot(runtime, dataSource, asker, () => runtime.sources.tables(dataSource, mostTables, signal)))
      .result;
  } catch (error) {
    throw signal.aborted ? signal.reason : refusal(error, '');
  }
}

function requireSource({ sources }: Runtime, dataSource: string): void {
  if (sources.types.has(dataSource)) return;
  const known = [...sources.types.keys()].join(', ');
  throw new NotFound('data-source.unknown', `There is no data source '${dataSource}'. There is: ${known}`);
}

async function inSlot<T>(
  runtime: Runtime,
  dataSource: string,
  { principal, signal }: SourceAsker,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly queueMs: number }> {
  const startedAt = performance.now();
  const place = runtime.queueOf(dataSource).join(tenantOf(principal), signal);
  try {
    await place.entered;
    const queueMs = performance.now() - startedAt;
    return { result: await work(), queueMs };
  } finally {
    place.leave();
  }
}

/** @throws SourceStatementInvalid for two columns with one name, which charts and tables could not tell apart */
function requireNames(columns: readonly ResultColumn[]): void {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  const message = `Two columns are called '${twice.slice(0, 100)}': name one of them by AS`;
  throw new SourceStatementInvalid('data-source.same-columns', message);
}

function shownColumn({ name, type, isDay }: ResultColumn): SourceRows['columns'][number] {
  return { name, type, column_type: columnType(type, isDay) };
}

function columnType(type: ResultColumn['type'], isDay: true | undefined): StatementColumn['column_type'] {
  switch (type) {
    case 'boolean':
      return 'Boolean';
    case 'number':
      return 'Double';
    case 'string':
      return 'String';
    case 'time':
      return isDay ? { Date: false } : 'Timestamp';
  }
}

function refusal(error: unknown, sql: string): unknown {
  if (error instanceof EngineCancelled) return new Unavailable('data-source.cancelled', 'The statement was cancelled');
  if (!(error instanceof EngineError)) return error;
  const { errorClass, cause, position } = error;
  const code = `data-source.${errorClass}`;
  const words = cause instanceof Error ? withoutFolders(cause.message) : '';
  switch (errorClass) {
    case 'connection': // its words may name servers and users
      return new Unavailable(code, 'The data source did not answer; its administrator finds the reason in the log', {
        cause,
      });
    case 'unconnected':
      return new SourceStatementInvalid(code, `${words}: its data source has no rows`, { cause });
    case 'timeout':
      return new SourceStatementInvalid(code, 'The statement takes longer than query.timeout_seconds allows', {
        cause,
      });
    case 'forbidden':
      return new SourceStatementInvalid(code, `Only statements that read are run: ${words}`, { cause });
    default: {
      const place = position === undefined || position > sql.length ? undefined : placeIn(sql, offsetOf(sql, position));
      return new SourceStatementInvalid(code, `${words}${place ? `${place.words}${place.excerpt}` : ''}`, { cause });
    }
  }
}

/** Servers count characters, and texts are of UTF-16 units. */
function offsetOf(text: string, position: number): number {
  let offset = 0;
  let left = position;
  for (const character of text) {
    if (left-- <= 0) break;
    offset += character.length;
  }
  return offset;
}

const longestWords = 2_000;

/** Takes the folders of files out of what an engine says. */
function withoutFolders(message: string): string {
  const words = message.replaceAll(/(^|[\s"'(=])(?:\/[^\s"'/]+)+\/(?=[^\s"'/])/g, '$1');
  return words.length <= longestWords ? words : `${words.slice(0, longestWords).toWellFormed()}…`;
}
