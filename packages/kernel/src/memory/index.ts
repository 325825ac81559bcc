export { growingCache } from './growing-cache.ts';
