export type { ModelToAsk } from './model-messages.ts';
export { ModelThread } from './model-thread.ts';
