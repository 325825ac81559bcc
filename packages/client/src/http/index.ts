export {
  type ConnectionOptions,
  notJson,
  onLine,
  parseAnswer,
  readText,
  requireSuccess,
  type Send,
  sender,
  sendForJson,
  sendForStream,
  type Sent,
} from './connection.ts';
export { type GetHeaders, type HeaderValues, type Token, tokenHeaders } from './headers.ts';
export { type FieldProblem, networkError, OrreryError } from './orrery-error.ts';
export { parseLine } from './parse-line.ts';
export { pathPart } from './path-part.ts';
export { errorOfBody, readError } from './read-error.ts';
export { readLines } from './read-lines.ts';
export { readShort } from './read-short.ts';
export { leavable, release } from './release.ts';
export { requestIds } from './request-id.ts';
export { pause, Retries, type Retry, withRetries } from './retry.ts';
