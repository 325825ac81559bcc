import { type AnswerDependencies, answerQuestion, dataOfAsker } from '../chat/index.ts';
import type { Examinee } from './ask-question.ts';

type AskedAgent = Pick<Parameters<typeof answerQuestion>[0], 'asker' | 'place' | 'agentName'>;

/**
 * Opens an agent for questions, with the rights that its asker has whenever data is asked. Each question begins a
 * conversation of its own.
 *
 * @throws TurnFailed for a branch that is not there, Unauthorized, Unavailable
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
