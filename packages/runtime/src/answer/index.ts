export {
  type AnswerFigures,
  type AnswerOutcome,
  type AnswerRequest,
  AnswerService,
  type StreamOutcome,
} from './answer-service.ts';
export { answerTogether, type TogetherOutcome } from './answer-together.ts';
export type { Answer, AnswerFacts, AnswerHead } from './answer.ts';
export { CompressedOnce, type Encoding, negotiateEncoding } from './compressed-once.ts';
export type { Generations } from './freshness.ts';
export { executeQuestion } from './execute-question.ts';
export { factsOf, loadBytes, type LoadRequest, streamedLoad, variantOf } from './load-bytes.ts';
export { toQuestion } from './question.ts';
