import type { Told } from '../../memory/index.ts';
import type { Part } from '../part.ts';
import { safeText } from '../safe-text.ts';
import type { Turn } from '../turn.ts';
import { keepTold } from './keep-told.ts';

/** Answers a message that only contains things to remember, without a query and without a model call. @param note more words */
export async function* answerTold(turn: Turn, told: readonly Told[], note = ''): AsyncGenerator<Part, void> {
  const { text: kept, memories } = await keepTold(turn, told);
  const text = safeText(memories.length > 0 ? kept + note : kept);
  yield { type: 'text', text };
  yield { type: 'final', text };
  yield { type: 'turn-end', reason: 'remembered' };
}
