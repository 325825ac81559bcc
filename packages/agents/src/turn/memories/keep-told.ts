import { type Learned, type Memory, type Told } from '../../memory/index.ts';
import type { Turn } from '../turn.ts';

export interface ReplyWithMemories {
  /** The message to the user about the memory. */
  readonly text: string;
  readonly memories: readonly Memory[];
}

/** Remembers what a question tells. */
export async function keepTold({ memories }: Turn, told: readonly Told[]): Promise<ReplyWithMemories> {
  const sentences: string[] = [];
  const kept: Memory[] = [];
  for (const each of told) {
    const learned: Learned = memories ? await memories.learn(each) : notKept;
    sentences.push(sentenceOf(each, learned));
    if (learned.kind !== 'refused') kept.push(learned.memory);
  }
  const isNew = kept.length > 0 && memories?.isShared === true;
  return { text: [...sentences, ...(isNew ? [shared] : [])].join('\n'), memories: kept };
}

const notKept: Learned = { kind: 'refused', reason: 'this agent remembers nothing' };
const shared = 'Others who ask agents of this space will be answered with it, and with your name.';

function sentenceOf(told: Told, learned: Learned): string {
  if (learned.kind === 'refused') return `I cannot remember this: ${learned.reason}.`;
  const { memory } = learned;
  if (learned.kind === 'kept') return `I will remember: ${wordsOf(memory.told)}.`;
  const by = memory.isOwn ? '' : `, as ${withoutMarkup(memory.author)} told me`;
  return `I remember that already${by}: ${wordsOf(told)}.`;
}

/** Writes a memory in Markdown. */
export function wordsOf(told: Told): string {
  if (told.kind === 'fact') return withoutMarkup(told.text.replace(/\.$/, ''));
  return `by *${withoutMarkup(told.term)}* you mean *${withoutMarkup(told.text)}*`;
}

/** A text without markup. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|*_`<>#[\]~]/g, String.raw`\$&`);
}
