import type { Database } from '@orrery/store';
import { deltasOfRun } from '../store/index.ts';
import { isMainText, textRecord, type ChatRecord, type TextRecord } from '../wire/index.ts';

/** Reads what the store knows of a run that another node executes: its pieces of text, joined, and the last number. */
export async function readFollowed(
  database: Database,
  runId: number,
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
