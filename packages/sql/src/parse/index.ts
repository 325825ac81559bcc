export { parseThread } from './parse-program.ts';
export { loadParse, type Parse, type Parsed } from './parse-statements.ts';
