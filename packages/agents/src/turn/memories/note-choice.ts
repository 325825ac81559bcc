import { keyOf } from '@orrery/analyst';
import type { MemoriesOfTurn } from '../../memory/index.ts';
import { readQuestion } from '../read-question.ts';
import type { Turn } from '../turn.ts';
import { type KnownMeanings } from './recall.ts';

type ChosenMeaning = Parameters<MemoriesOfTurn['choose']>[0];

/**
 * Reads the choice in a reply to a clarifying question: one of the readings that the analyst has of the question
 * before, named by its whole text or by the name that distinguishes it. Nothing else of the reply is read.
 */
export async function choiceOf(
  turn: Turn,
  meanings: KnownMeanings,
  signal: AbortSignal,
): Promise<ChosenMeaning | undefined> {
  const { history, question, memories, agent } = turn;
  const last = history.at(-1);
  if (!memories || !last || last.calls.some(({ name }) => name === 'orrerySqlApi')) return undefined;
  const wanted = keyOf(question);
  if (wanted === '' || !keyOf(last.answer).includes(wanted)) return undefined;
  const given = {
    previous: history.at(-2)?.analysis,
    certified: agent.certifiedQueries,
    meanings: [...meanings.keys()],
  };
  const outcome = await readQuestion({ ...turn, question: last.question }, given, signal);
  if (outcome.kind !== 'clarify' || !outcome.doubt) return undefined;
  const { words, meanings: offered } = outcome.doubt;
  const at = offered.findIndex((text, index) =>
    [text, outcome.choices[index] ?? ''].some((one) => keyOf(one) === wanted),
  );
  const text = offered[at];
  return text === undefined ? undefined : { kind: 'meaning', term: words, text };
}
