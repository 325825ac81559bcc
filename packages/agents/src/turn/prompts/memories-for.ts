import MiniSearch from 'minisearch';
import { standsIn } from '@orrery/analyst';
import type { Memory } from '../../memory/index.ts';

/** Bounds on what a prompt has of memories. */
const most = { memories: 50, letters: 20_000 };

/** Letters of a question that memories are looked for with. */
const mostRead = 1_000;

/**
 * The memories that may help with a question: explanations of its words, then those that are most like it, then the
 * latest ones.
 */
export function memoriesFor(question: string, known: readonly Memory[]): readonly Memory[] {
  const chosen =
    known.length <= most.memories
      ? known
      : [...new Set([...explaining(question, known), ...alike(question, known), ...known.toReversed()])];
  let letters = 0;
  return chosen.slice(0, most.memories).filter(({ told }) => (letters += told.text.length) <= most.letters);
}

/** The meanings of terms that stand in a question. */
export function explaining(question: string, known: readonly Memory[]): readonly Memory[] {
  const words = question.slice(0, mostRead);
  return known.filter(({ told }) => told.kind === 'meaning' && standsIn(told.term, words));
}

function alike(question: string, known: readonly Memory[]): readonly Memory[] {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(known.map(({ told }, id) => ({ id, text: told.text })));
  return index.search(question.slice(0, mostRead)).flatMap(({ id }) => known[id as number] ?? []); // its own numbers
}

/** A memory as models read it. */
export function presentForModel({ told, author, isOwn, toldAt }: Memory) {
  return { ...told, author, ...(isOwn ? { isOfThisUser: true } : {}), toldOn: toldAt.toISOString().slice(0, 10) };
}
