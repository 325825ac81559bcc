export { isKnownPhrase } from './is-known-phrase.ts';
export { grains, ofModel } from './known-words.ts';
export { QuestionReader } from './question-reader.ts';
export type { QuestionFault, QuestionGrouping, Mention, Rank, ParsedQuestion, ValueFilter } from './reading.ts';
export { truths } from './truths.ts';
export { Sentence } from './sentence.ts';
