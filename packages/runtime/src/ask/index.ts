export { ask, type AskDependencies } from './ask.ts';
export type { BodyAnswer, PiecesAnswer, Waiting } from './answers.ts';
