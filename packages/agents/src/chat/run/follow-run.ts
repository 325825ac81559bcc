import type { Database } from '@orrery/store';
import { stateOfThread } from '../receipt/index.ts';
import { deltasOfRun, getThread, stateOfRun, writtenAfter } from '../store/index.ts';
import { errorLine, isMainText, lineOf, textRecord, type ChatRecord, type TextRecord } from '../wire/index.ts';
import { interruptedText } from './run-end.ts';
import type { Subscription } from './subscription.ts';

/** How often the store is asked for what another node has written. */
const everyMs = 200;

interface Followed {
  readonly runId: number;
  readonly threadId: number;
}

/** What the store knows of a run that another node executes: pieces of text joined, and the last number. */
export async function readFollowed(
  database: Database,
  { runId }: Followed,
): Promise<{ readonly soFar: readonly ChatRecord[]; readonly shown: number }> {
  const deltas = await deltasOfRun(database, runId);
  const joined = joinDeltas(deltas);
  return { soFar: joined ? [joined] : [], shown: deltas.at(-1)?.sort ?? 0 };
}

/** The pieces of a text as one record that goes on. */
export function joinDeltas(deltas: readonly ChatRecord[]): TextRecord | undefined {
  const pieces = deltas.filter(isMainText);
  const [first] = pieces;
  const last = pieces.at(-1);
  if (!first || !last) return undefined;
  const text = {
    content: pieces.map(({ content }) => content).join(''),
    thinking: pieces.map(({ thinking }) => thinking).join(''),
  };
  return textRecord(first.id, text, { isDelta: false, isInProcess: true, sort: last.sort });
}

/** Sends a client what another node writes of a run after a number, until the run ends or the client leaves. */
export async function followRun(
  database: Database,
  { runId, threadId }: Followed,
  { client, after, isLeft }: { readonly client: Subscription; readonly after: number; readonly isLeft: () => boolean },
): Promise<void> {
  let last = after;
  try {
    for (;;) {
      const run = await stateOfRun(database, runId); // before its records, so that none is missed at the end
      for (const record of await writtenAfter(database, { threadId, runId }, last)) {
        client.push(lineOf(record));
        last = record.sort;
      }
      if (isLeft() || client.isLate) return;
      if (run?.state !== 'active') {
        if (!run) client.push(errorLine(interruptedText));
        else if (run.error !== null) client.push(errorLine(run.error));
        const thread = await getThread(database, threadId);
        const more = run?.state === 'aborted' ? { aborted: true } : {};
        client.push(await stateOfThread(database, threadId, { sort: Math.max(thread?.last_sort ?? 0, last), more }));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  } finally {
    client.end();
  }
}
