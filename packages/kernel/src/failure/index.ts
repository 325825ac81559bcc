export { ConfigError, type ConfigProblem, describeConfigProblem } from './config-problem.ts';
export { DiskFull, isDiskFull, leastRoomBytes } from './disk-full.ts';
export {
  Conflict,
  Forbidden,
  InsufficientScope,
  type InputProblem,
  Invalid,
  InvalidInput,
  NotFound,
  RequestError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from './errors.ts';
export { faultsIn, invalidValues, requireSound, wordsOf } from './invalid-input.ts';
export { OperatorError } from './operator-error.ts';
export type { FileSpan, ReportedProblem, RequestSpan, Span } from './reported-problem.ts';
