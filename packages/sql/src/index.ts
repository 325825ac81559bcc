export { capabilities } from './capabilities/index.ts';
export { loadParse, type Parsed, parseThread } from './parse/index.ts';
export {
  type Select,
  userNamed,
} from './syntax/index.ts';
export type { StatementSession } from './functions/index.ts';
export {
  queryOfStatement,
  splitPrintedQuery,
  type SplitStatement,
  splitStatement,
} from './split/index.ts';
export { wireParts } from './parameters/index.ts';
export type { Block } from './relation/index.ts';
export { type CalculatedField, printQuery } from './print/index.ts';
export { StatementRefused } from './refusal.ts';
