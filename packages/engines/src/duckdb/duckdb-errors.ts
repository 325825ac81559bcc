import { EngineCancelled, EngineError, type EngineErrorClass } from '../engine.ts';

/**
 * The driver gives errors as text only; DuckDB starts each with the name of its class and ` Error:`
 * (`Exception::ExceptionTypeToString`, DuckDB 1.5). Names that are not listed are faults of the statement.
 */
const CLASS_BY_NAME: ReadonlyMap<string, EngineErrorClass> = new Map([
  ['Conversion', 'conversion'],
  ['Decimal', 'conversion'],
  ['Divide by Zero', 'conversion'],
  ['Invalid Input', 'conversion'],
  ['Invalid type', 'conversion'],
  ['Mismatch Type', 'conversion'],
  ['Out of Range', 'conversion'],
  ['Unknown Type', 'conversion'],
  ['Object Size', 'resource'],
  ['Out of Memory', 'resource'],
  ['Connection', 'connection'],
  ['FATAL', 'connection'],
  ['HTTP', 'connection'],
  ['IO', 'connection'],
  ['Extension Autoloading', 'forbidden'],
  ['Missing Extension', 'forbidden'],
  ['Permission', 'forbidden'],
]);

const NAME = /^(?:TransactionContext Error: )?([A-Za-z ]+) Error:/;

/** Converts the error of a failed driver call. Errors of the engine itself stay as they are. */
export function toEngineError(error: unknown): EngineError | EngineCancelled {
  if (error instanceof EngineError || error instanceof EngineCancelled) return error;
  return new EngineError(CLASS_BY_NAME.get(errorName(error) ?? '') ?? 'statement', error);
}

/** After these errors DuckDB refuses every further statement: the instance must be replaced. */
export function invalidatesInstance(error: unknown): boolean {
  const name = errorName(error);
  return name === 'FATAL' || name === 'INTERNAL';
}

export function isOutOfMemory(error: unknown): boolean {
  return errorName(error) === 'Out of Memory';
}

function errorName(error: unknown): string | undefined {
  const cause = error instanceof EngineError ? error.cause : error;
  return cause instanceof Error ? NAME.exec(cause.message)?.[1] : undefined;
}
