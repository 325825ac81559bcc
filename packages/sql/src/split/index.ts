export { queryOfStatement } from './query-of-statement.ts';
export { splitPrintedQuery, splitStatement } from './split.ts';
export type { SplitStatement } from './split-statement.ts';
