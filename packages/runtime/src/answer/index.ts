export { type AnswerFigures, type AnswerOutcome, type AnswerRequest, AnswerService } from './answer-service.ts';
export { answerTogether } from './answer-together.ts';
export type { Answer } from './answer.ts';
export { CompressedOnce, type Encoding } from './compressed-once.ts';
export { executeQuestion } from './execute-question.ts';
export { factsOf, loadBytes, type LoadRequest } from './load-bytes.ts';
export { toQuestion } from './question.ts';
