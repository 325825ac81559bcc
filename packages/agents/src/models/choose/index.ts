export { matchModel } from './match-model.ts';
export { thinkingNames } from './predefined-names.ts';
