export { dialectFor, dialects } from './registry.ts';
