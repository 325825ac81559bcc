export {
  type ConnectionOptions,
  notJson,
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
export { onLine } from './on-line.ts';
export { type FieldProblem, networkError, OrreryError } from './orrery-error.ts';
export { leavable } from './leavable.ts';
export { parseLine } from './parse-line.ts';
export { pathPart } from './path-part.ts';
export { errorOfBody, jsonFields, readError } from './read-error.ts';
export { readLines } from './read-lines.ts';
export { readShort } from './read-short.ts';
export { release } from './release.ts';
export { requestIds } from './request-id.ts';
export { pause, Retries, type Retry, withRetries } from './retry.ts';
