export { applyPatch } from './apply-patch.ts';
export { readPatch } from './read-patch.ts';
