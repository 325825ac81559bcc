export { answersOfCommand } from './answers-of-command.ts';
export { asReady } from './as-ready.ts';
export { askOnce, askStatementOnce } from './ask-once.ts';
export { type SourceRows, SourceStatementInvalid, tablesOfSource } from './ask-source.ts';
export { ask, type AskDependencies, type AskOptions } from './ask.ts';
export type { LinesAnswer, PiecesAnswer, Waiting } from './answers.ts';
export { suggestValues } from './suggest-values.ts';
