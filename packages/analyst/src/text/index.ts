export { fold, singular } from './fold.ts';
export { clean, listed, plain } from './plain.ts';
export { keyOf, type QuestionToken, tokensOf } from './tokens.ts';
