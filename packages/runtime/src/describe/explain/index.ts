export { explainQuery } from './explain-query.ts';
export { explainText } from './explain-text.ts';
