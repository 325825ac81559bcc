export {
  type AnswerFigures,
  type AnswerOutcome,
  type AnswerRequest,
  AnswerService,
  type StreamOutcome,
} from './answer-service.ts';
export type { BoundQuestion, RenderedQuestion } from './bound-question.ts';
export { type BlockStatement, type StatementToRun, toRunnable } from './runnable-question.ts';
export { answerKey } from './answer-key.ts';
export { answerTogether, type TogetherOutcome } from './answer-together.ts';
export type { Answer, AnswerFacts, AnswerHead, AnswerStream } from './answer.ts';
export type { AnswerBody, Encoding } from './answer-body.ts';
export { joinGzip } from './gzip-pieces.ts';
export { CompressedOnce, negotiateEncoding } from './compressed-once.ts';
export type { Generations } from './freshness.ts';
export { factsOf, loadBytes, type LoadRequest, streamedLoad, variantOf } from './load-bytes.ts';
