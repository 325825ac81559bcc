export { type AnswerShape, boundQuery } from './bound-query.ts';
export type { BoundQuestion, RenderedQuestion } from './bound-question.ts';
