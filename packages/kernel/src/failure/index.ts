export { ConfigError, type ConfigProblem, describeConfigProblem } from './config-problem.ts';
export { DiskFull, isDiskFull, leastRoomBytes } from './disk-full.ts';
export {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  RequestError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from './errors.ts';
export { faultsIn, type FieldFault, InvalidInput, requireSound } from './invalid-input.ts';
export { OperatorError } from './operator-error.ts';
