export type { Identity } from './identities.ts';
