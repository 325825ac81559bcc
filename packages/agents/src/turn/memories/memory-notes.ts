import type { Memory } from '../../memory/index.ts';
import { explaining } from '../prompts/memories-for.ts';
import type { Turn } from '../turn.ts';
import { keepTold, withoutMarkup, wordsOf } from './keep-told.ts';
import { choiceOf } from './note-choice.ts';
import { meaningsOf, type Recalled, sourceOf } from './recall.ts';

interface FinishedAnswer {
  readonly text: string;
  readonly hasQueried: boolean;
  /** Whether the model remembered something itself. */
  readonly hasRemembered: boolean;
}

/**
 * Writes the notes on memories below an answer of a model: those that explain words of the question, unless the answer
 * names them, and those that are new.
 */
export async function memoryNotes(
  turn: Turn,
  recalled: Recalled,
  shown: readonly Memory[],
  { text, hasQueried, hasRemembered }: FinishedAnswer,
  signal: AbortSignal,
): Promise<string> {
  if (!turn.memories && recalled.told.length === 0) return '';
  const explained = explaining(recalled.rest, shown);
  const unsaid = hasQueried ? explained.filter((memory) => !text.includes(sourceOf(memory))) : [];
  const used = shown.filter((memory) => explained.includes(memory) || isRepeated(memory, text));
  if (used.length > 0) await turn.memories?.markUsed(used.map(({ id }) => id));
  const kept = hasRemembered ? '' : (await keepTold(turn, recalled.told)).text;
  const notes = [...unsaid.map(saidEarlier), kept, await noteChoice(turn, recalled, signal)];
  return notes
    .filter((note) => note !== '')
    .map((note) => `\n\n${note}`)
    .join('');
}

/** Counts what the user chose. @returns what is remembered of it from now on */
export async function noteChoice(turn: Turn, recalled: Recalled, signal: AbortSignal): Promise<string> {
  const chosen = await choiceOf(turn, meaningsOf(recalled), signal);
  const memory = chosen && (await turn.memories?.choose(chosen));
  return memory ? `I will remember: ${wordsOf(memory.told)}.` : '';
}

function saidEarlier(memory: Memory): string {
  const { told } = memory;
  const term = told.kind === 'meaning' ? `*${withoutMarkup(told.term)}* means ` : '';
  return `**Remembered:** ${term}*${withoutMarkup(told.text)}*, as ${withoutMarkup(sourceOf(memory))}.`;
}

/** Whether a text has most of the words of a fact: then it is taken as used. */
function isRepeated({ told }: Memory, text: string): boolean {
  const wordsIn = (of: string) => [...new Set(of.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))];
  const [words, said] = [wordsIn(told.text), new Set(wordsIn(text))];
  return words.length > 0 && words.filter((word) => said.has(word)).length * 2 >= words.length;
}
