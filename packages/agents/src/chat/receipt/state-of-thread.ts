import type { Database } from '@orrery/store';
import { newestReceipts, recordsOfThread } from '../store/index.ts';
import { stateLine } from '../wire/index.ts';
import { presentReceipt, sightOfAsker } from './present-receipt.ts';

/** Bounds on the receipts in the last line of a stream; the others can be asked for. */
const most = { receipts: 50, characters: 256 * 1024 };

/**
 * Writes the last line of each stream: the messages of a thread, and how its last answers came about as far as the user of
 * the chat may know it.
 *
 * @param sort number of the last record that the stream has sent @param more other fields of the state
 */
export async function stateOfThread(
  database: Database,
  threadId: number,
  { sort, more }: { readonly sort: number; readonly more: object },
): Promise<string> {
  const [records, { receipts, hasOlder }] = await Promise.all([
    recordsOfThread(database, threadId),
    newestReceipts(database, threadId, { most: most.receipts, characters: most.characters }),
  ]);
  const shown = receipts.map((row) => presentReceipt(row, sightOfAsker));
  return stateLine(records, sort, { receipts: shown, ...(hasOlder ? { hasOlderReceipts: true } : {}), ...more });
}

/** Returns the lines of a stream for another user, without the receipts of the user of the chat. Some lines come together. */
export async function* withoutReceipts(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const chunk of chunks) {
    if (!chunk.includes('"__state__"')) yield chunk;
    // `.` would end a line at U+2028 too, which texts in JSON may contain.
    else
      for (const line of chunk.match(/[^\n]*\n/g) ?? [])
        yield line.startsWith('{"id":"__state__"') ? stateWithoutReceipts(line) : line;
  }
}

function stateWithoutReceipts(line: string): string {
  const record = JSON.parse(line) as { readonly state: Readonly<Record<string, unknown>> }; // as it was just written
  const { receipts: _, hasOlderReceipts: __, ...state } = record.state;
  return `${JSON.stringify({ ...record, state })}\n`;
}
