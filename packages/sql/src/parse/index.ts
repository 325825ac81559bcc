export { parseLimits, parseProgram } from './parse-program.ts';
export { loadParse, mostTextBytes, type Parse, type Parsed } from './parse-statements.ts';
export { refuseSyntax } from './syntax-refusal.ts';
