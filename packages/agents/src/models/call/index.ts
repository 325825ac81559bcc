export { CallFailed, type CallFailure } from './call-failed.ts';
export { type Retries, retried, usualRetries } from './retried.ts';
export { type ModelObject, streamStepOf } from './stream-step.ts';
