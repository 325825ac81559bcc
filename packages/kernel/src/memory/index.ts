export { growingCache } from './growing-cache.ts';
export { giveBackMemory } from './give-back-memory.ts';
