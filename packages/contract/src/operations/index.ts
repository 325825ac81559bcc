export type { AnswerOf, BodyOf, NumbersOf, Operation, QueryOf } from './operation.ts';
export type { CallerKind, Takes } from './takes.ts';
