import { leavable, parseAnswer, parseLine, readLines, readText, requireSuccess } from '../http/index.ts';
import { addressOf } from './platform-address.ts';
import type { platformSender } from './platform-sender.ts';
import type { CallOptions } from './platform-types.ts';
import { servedOperations } from './served-operations.ts';

/** An operation as the table says it. */
interface OperationRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The form of the request or of the answer, where it is not JSON. */
  readonly kind: 'zip' | 'lines' | 'text' | undefined;
}

export interface Input {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export const rows: readonly OperationRow[] = rowsIn(servedOperations);

/** Reads the tree of operations: each line is a part of a path, indented below the line that it continues. */
function rowsIn(tree: string): readonly OperationRow[] {
  const parts = ['/api/v1'];
  return tree
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [part, ...operations] = line.trim().split(' ') as [string, ...string[]];
      parts.splice(line.search(/\S/) + 1, parts.length, part);
      const path = parts.join('/');
      return operations.map((operation) => {
        const [method, id, kind] = operation.split(':') as [string, string, OperationRow['kind']]; // as the script wrote it
        return { id, method, path, kind };
      });
    });
}

/** More than any line of an answer, whose parts the server bounds. */
const maxLineLength = 64_000_000;

/** Calls an operation. @throws OrreryError for every answer without success */
export async function callOperation(
  { method, path, kind }: OperationRow,
  { baseUrl, send }: { readonly baseUrl: string; readonly send: ReturnType<typeof platformSender> },
  { path: values, query, body }: Input,
  options: CallOptions,
): Promise<unknown> {
  const url = addressOf(baseUrl, path, { path: values, query });
  const lines = kind === 'lines' ? leavable(options.signal) : undefined;
  const signal = lines?.signal ?? options.signal;
  const asked = { url, method, signal, isStream: lines !== undefined, ...(body === undefined ? {} : sent(body, kind)) };
  const response = await send(asked);
  await requireSuccess(response, asked);
  if (lines && response.body) return lines.loop(parsedLines(response.body, url, signal));
  const text = await readText(response, asked);
  if (kind === 'text') return text;
  return text === '' ? undefined : parseAnswer(text, url, response);
}

function sent(body: unknown, kind: OperationRow['kind']) {
  if (kind !== 'zip') return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return { headers: { 'content-type': 'application/zip' }, body: body as Blob }; // or bytes: the type of the function says so
}

async function* parsedLines(body: ReadableStream<Uint8Array>, url: string, signal: AbortSignal | undefined) {
  for await (const text of readLines(body, { url, maxLength: maxLineLength, signal })) yield parseLine(text, url);
}
