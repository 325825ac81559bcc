import { type AnswerDependencies, answerQuestion, dataOfAsker } from '../chat/index.ts';
import type { Examinee } from './ask-question.ts';

type AskedAgent = Pick<Parameters<typeof answerQuestion>[0], 'asker' | 'place' | 'agentName'>;

/**
 * Opens an agent for questions. Each query has the rights that the user of the evaluation has at that moment. Each
 * question begins a new conversation.
 *
 * @throws TurnFailed for a missing branch, Unauthorized, Unavailable
 */
export async function examineAgent(
  { asker, place, agentName }: AskedAgent,
  dependencies: AnswerDependencies,
): Promise<Examinee> {
  return {
    data: await dataOfAsker(asker, place, dependencies),
    answer: (question, signal) => {
      const asked = { asker, place, agentName, question, history: [], images: [], isDevMode: false };
      return answerQuestion(asked, dependencies, signal);
    },
  };
}
