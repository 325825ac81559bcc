export { wireProblemSchema } from './data-error.ts';
export { memberName } from './member-name.ts';
export { wireQuerySchema } from './query.ts';
