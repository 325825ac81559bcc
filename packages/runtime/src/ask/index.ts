export { answersOfCommand } from './answers-of-command.ts';
export { asReady } from './as-ready.ts';
export { askOnce } from './ask-once.ts';
export { ask, type AskDependencies } from './ask.ts';
export { askLines } from './ask-lines.ts';
export type { BodyAnswer, PiecesAnswer, QueryResult, RowsAnswer, Waiting } from './answers.ts';
export { requestOf } from './query-to-answer.ts';
export { suggestValues } from './suggest-values.ts';
