import { ServerError } from '../network/index.ts';
import { serverError } from './clickhouse-errors.ts';

const FORMAT = 'RowBinaryWithNamesAndTypes';
const MARK = '\r\n__exception__\r\n';
/** Bound on the text of an error that follows rows. Servers cut it at 16 KB. */
const mostSaid = 32 * 1024;
/** An error without a mark that cannot be in the data, at the end of an answer of a server before 25.11. */
const UNMARKED = /__exception__\r?\n(Code: \d+\. DB::Exception: [^]*)$/;

/**
 * The bytes of an answer without the error that a server appends when it fails after it has sent rows.
 *
 * The status is 200 then. Since 25.11 the error follows a mark with a random text of the head, and before that the word
 * alone. Servers then leave the answer without its end, which a proxy may add.
 *
 * @throws EngineError for an error among the bytes; ServerError for an answer that is none of ClickHouse, or has no end
 */
export async function* answerPieces({ headers, body }: Response): AsyncGenerator<Buffer, void> {
  const format = headers.get('x-clickhouse-format') ?? FORMAT;
  const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
  if (body === null || isHtml || format !== FORMAT) throw notRows('an answer that is not one of ClickHouse');
  // Otherwise an answer that was cut off looks whole.
  if (!headers.has('transfer-encoding') && !headers.has('content-length')) throw notRows('an answer of unknown length');
  const tag = headers.get('x-clickhouse-exception-tag');
  yield* tag === null ? unmarkedPieces(body) : markedPieces(body, Buffer.from(`${MARK}${tag}\r\n`));
}

/** Holds back as many bytes as the mark has, so that no part of it becomes a row. */
async function* markedPieces(body: AsyncIterable<Uint8Array>, mark: Buffer): AsyncGenerator<Buffer, void> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of withoutBreak(body, (error) => requireNoMark(held, mark, error))) {
    held = Buffer.concat([held, piece]);
    const at = held.indexOf(mark);
    if (at >= 0) {
      if (held.length - at < mostSaid) continue; // its text goes on
      requireNoMark(held, mark);
    }
    const ready = held.length - mark.length;
    if (ready <= 0) continue;
    yield held.subarray(0, ready);
    held = held.subarray(ready);
  }
  requireNoMark(held, mark);
  if (held.length > 0) yield held;
}

function requireNoMark(bytes: Buffer, mark: Buffer, cause?: unknown): void {
  const at = bytes.indexOf(mark);
  if (at >= 0) throw errorOf(bytes.toString('utf8', at + mark.length, at + mostSaid), cause);
}

async function* unmarkedPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let last: Buffer = Buffer.alloc(0);
  const requireNoError = () => {
    const said = UNMARKED.exec(last.toString())?.[1];
    if (said !== undefined) throw errorOf(said);
  };
  for await (const piece of withoutBreak(body, requireNoError)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const kept = bytes.length < mostSaid ? Buffer.concat([last, bytes]) : bytes;
    last = kept.subarray(-mostSaid);
    yield bytes;
  }
  requireNoError();
}

/** Calls `onBreak`, which may throw a better error, where the body ends before its end. */
async function* withoutBreak(
  body: AsyncIterable<Uint8Array>,
  onBreak: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    onBreak(error);
    throw error;
  }
}

function errorOf(said: string, cause?: unknown): Error {
  return serverError({ message: said, cause });
}

function notRows(what: string): ServerError {
  return new ServerError('dropped', `The ClickHouse server sends ${what}`);
}
