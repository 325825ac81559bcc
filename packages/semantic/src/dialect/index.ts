export type { Dialect } from './dialect.ts';
export { dialectFor, dialects } from './registry.ts';
