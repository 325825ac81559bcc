export { CallFailed, type CallFailure, type SentFailure } from './call-failed.ts';
export {
  type CallModel,
  askingModel,
  joined,
  type ModelObject,
  type ModelPart,
  type ModelQuestion,
} from './model-parts.ts';
export { type RetrySettings, retried, usualRetries } from './retried.ts';
export { streamStepOf } from './stream-step.ts';
