export * from './platform/index.ts';
export { type FieldProblem, type GetHeaders, type HeaderValues, OrreryError, type Retry } from './http/index.ts';
