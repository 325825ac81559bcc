import { meaningsOf, recall } from './memories/recall.ts';
import type { ReadOtherwise } from './other-reading.ts';
import { readQuestion } from './read-question.ts';

/** Rows of a second reading: as many as those that it is compared with. */
const mostRows = 100;

/**
 * Reads a question by the analyst, where it is certain, and runs the query. Questions that follow others are not read:
 * what they leave out is in answers that the analyst did not give.
 */
export const readByAnalyst: ReadOtherwise = async (turn, signal) => {
  if (turn.history.length > 0) return undefined;
  const recalled = await recall(turn);
  const meanings = [...meaningsOf(recalled).keys()];
  const outcome = await readQuestion({ ...turn, question: recalled.rest }, { meanings }, signal);
  if (outcome.kind !== 'query') return undefined;
  const printed = await turn.data.print(outcome.query);
  if (!printed) return undefined;
  const { rows, totalRows } = await turn.data.statement(printed, { signal, maxRows: mostRows });
  const interpretation = [outcome.title, outcome.description].filter((text) => text !== '').join(': ');
  return { interpretation, rows, totalRows };
};
