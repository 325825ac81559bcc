export type { JsonObject } from './json-object.ts';
