import { serverErrorIn } from '../network/index.ts';
import { EngineCancelled, EngineError, type EngineErrorClass } from '../engine.ts';
import { classByNumber, type ErrorNumbers } from '../error-numbers.ts';
import type { PageError } from './page.ts';
import type { SentText } from './statement-text.ts';

/** An error that the server reports for a statement. */
export class TrinoServerError extends Error {
  readonly code: number;
  readonly type: string;
  /** Offset in the text of the statement. */
  readonly position: number | undefined;

  constructor(message: string, facts: Pick<TrinoServerError, 'code' | 'type' | 'position'>) {
    super(message);
    this.name = 'TrinoServerError';
    this.code = facts.code;
    this.type = facts.type;
    this.position = facts.position;
  }
}

/**
 * Classes of errors by `errorCode`. Codes not listed have the class of their `errorType`.
 * https://github.com/trinodb/trino/blob/master/core/trino-spi/src/main/java/io/trino/spi/StandardErrorCode.java
 */
const CODES: ErrorNumbers = {
  // Arguments, casts, division by zero, numbers out of range, literals, JSON.
  conversion: [7, 8, 9, 19, 59, 114, 115, 116, 117, 118],
  forbidden: [4, 23],
  // A catalog that is not there at the moment; nodes that are lost, start, stop, or do not answer.
  connection: [48, 125, 65537, 65539, 65540, 65541, 65542, 65545, 65547, 65548, 65553, 65558, 65563, 65565],
  // Texts, plans, and pages that are too large; no room to write to.
  resource: [31, 35, 37, 40, 108, 132, 65538, 65556, 65557],
  // The clock, a client that does not read, and operators who end a statement.
  timeout: [2, 3, 38, 131075, 131080],
};

const CLASS_BY_CODE = classByNumber(CODES);
/** Errors of connectors are those of the systems behind the catalogs. */
const CLASS_BY_TYPE: ReadonlyMap<string, EngineErrorClass> = new Map([
  ['INSUFFICIENT_RESOURCES', 'resource'],
  ['EXTERNAL', 'connection'],
]);

/** @param sent absent for a statement of the engine's own */
export function serverError({ message, code, type, place }: PageError, sent?: SentText): TrinoServerError {
  return new TrinoServerError(message, { code, type, position: place && sent?.offsetOf(place.line, place.column) });
}

/** Converts the error of a failed call. Errors of the engine itself stay as they are. */
export function asEngineError(error: unknown): EngineError | EngineCancelled {
  if (error instanceof EngineError || error instanceof EngineCancelled) return error;
  if (!(error instanceof TrinoServerError)) {
    const isTooLong = serverErrorIn(error)?.failure === 'too-long';
    return new EngineError(isTooLong ? 'resource' : 'connection', error);
  }
  const errorClass = CLASS_BY_CODE.get(error.code) ?? CLASS_BY_TYPE.get(error.type) ?? 'statement';
  return new EngineError(errorClass, error, error.position);
}
