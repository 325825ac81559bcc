import { AnswerService } from '../answer/index.ts';

/** The service of answers in a process that serves nobody: answers are kept while a command runs. */
export function answersOfCommand(clock: { now(): number }, cacheBytes: number): AnswerService {
  return new AnswerService({ cacheBytes, clock });
}
