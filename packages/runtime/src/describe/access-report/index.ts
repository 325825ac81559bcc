export { conditionWords } from './condition-words.ts';
export { differenceText, reportText } from './report-text.ts';
export { simulate } from './simulate.ts';
