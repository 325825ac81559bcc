import { z } from 'zod';
import { asksToRemember, type Told } from '../../memory/index.ts';
import { normalText } from '../numbers/normal-text.ts';
import type { Turn } from '../turn.ts';
import { toolOf } from './tool.ts';
import { ToolRefused } from './tool-error.ts';

const schema = z.object({ text: z.string().min(1).max(4_000), term: z.string().min(1).max(500).optional() });

/** Whether the model may remember something: only what the user asks for in the message that is answered. */
export function mayRemember({ question, memories }: Pick<Turn, 'question' | 'memories'>): boolean {
  return memories !== undefined && asksToRemember(question);
}

export const orreryRemember = toolOf({
  name: 'orreryRemember',
  description:
    'Remembers what the user asks to remember in this message. text is the fact, or with term what the term means. Both ' +
    'are quoted from the message of the user word by word; nothing else can be remembered.',
  schema,
  run: async ({ text, term }, { turn }) => {
    const { question, memories } = turn;
    if (!memories) throw new ToolRefused('This agent remembers nothing');
    const said = plainWords(question);
    const quotes = [text, ...(term === undefined ? [] : [term])].map(plainWords);
    if (!quotes.every((words) => words !== '' && said.includes(words)))
      throw new ToolRefused('Only what stands in the message of the user can be remembered: quote it word by word');
    const told: Told = term === undefined ? { kind: 'fact', text } : { kind: 'meaning', term, text };
    const learned = await memories.learn(told);
    if (learned.kind === 'refused') throw new ToolRefused(`It is not remembered: ${learned.reason}`);
    const { kind, memory } = learned;
    const known = kind === 'known' ? { wasKnown: true } : {};
    return { result: { remembered: memory.told, isShared: memories.isShared, ...known } };
  },
});

/** Returns the words of a text in lower case, without the marks around them. */
function plainWords(text: string): string {
  const words =
    normalText(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join(' ');
}
