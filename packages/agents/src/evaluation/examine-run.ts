import { Unauthorized } from '@orrery/kernel';
import type { AnswerDependencies, ChatAsker } from '../chat/index.ts';
import type { Examinee } from './ask-question.ts';
import type { EvaluationToRun, PendingQuestion } from './evaluation.ts';
import { examineAgent } from './examine-agent.ts';
import { RunStopped } from './run-stopped.ts';

export interface ExamineDependencies extends AnswerDependencies {
  /** The security context of a user as it is now. @throws Unauthorized for one who is not active */
  readonly contextOf: (accountId: number, userId: number) => ReturnType<ChatAsker['context']>;
}

/**
 * Opens the agent of a run for one of its questions, as the user who started it, on its branch.
 *
 * @throws RunStopped when branch, agent or user are not there any more; Unavailable
 */
export async function examineRun(
  { id, accountId, deploymentId, branch, agentName, createdBy: userId = 0 }: EvaluationToRun,
  { id: questionId }: Pick<PendingQuestion, 'id'>,
  { contextOf, ...dependencies }: ExamineDependencies,
): Promise<Examinee> {
  const { runtimes, configurationOf } = dependencies;
  const runtime = await runtimes.get(deploymentId, branch);
  if (!runtime) {
    const what = branch === null ? 'the deployment' : `the branch '${branch}'`;
    throw new RunStopped(`${what} is not served any more`);
  }
  const { agents } = await configurationOf(runtime);
  if (!agents.some(({ name }) => name === agentName))
    throw new RunStopped(`the agent '${agentName}' is not in the files any more`);
  const asker = { accountId, userId, context: () => contextOf(accountId, userId) };
  const place = { deploymentId, branch, requestId: `evaluation-${id}-${questionId}` };
  try {
    return await examineAgent({ asker, place, agentName }, dependencies);
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
    throw new RunStopped('the user who started it is not active', { cause: error });
  }
}
