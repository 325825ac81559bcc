import type { Writer } from '@orrery/store';
import type { PastTurn } from '../turn/index.ts';
import { endedRuns, recordsOfRuns, type ChatRunRow } from './store/index.ts';
import { type ChatRecord, isFinal, isMainText, isTool } from './wire/index.ts';

/** Runs of a thread that a question may follow up. */
const mostTurns = 30;

/** Reads the turns of a thread before a run, oldest first. */
export async function pastTurns(writer: Writer, threadId: number, runId: number): Promise<readonly PastTurn[]> {
  const runs = (await endedRuns(writer, threadId, runId, mostTurns)).toReversed();
  const records = await recordsOfRuns(
    writer,
    runs.map(({ id }) => id),
  );
  return runs.map((run) => pastTurn(run, records.get(run.id) ?? []));
}

function pastTurn({ input, analysis }: ChatRunRow, records: readonly ChatRecord[]): PastTurn {
  const answer = records.findLast(isFinal) ?? records.findLast(isMainText);
  return {
    question: input,
    calls: records.filter(isTool).flatMap(({ id, toolCall: { name, input: given, result } }) => {
      return result === undefined ? [] : [{ id, name, input: given, result }];
    }),
    answer: answer?.content ?? '',
    ...(analysis === null ? {} : { analysis: JSON.parse(analysis) as NonNullable<PastTurn['analysis']> }), // as the run wrote it
  };
}
