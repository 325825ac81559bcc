import { AnswerService } from '../answer/index.ts';

/** Makes the service of answers in a process without clients: answers are kept while a command runs. */
export function answersOfCommand(clock: { now(): number }, cacheBytes: number): AnswerService {
  return new AnswerService({ cacheBytes, clock });
}
