import { EngineCancelled, EngineError, type EngineErrorClass } from '../engine.ts';

/**
 * Classes of errors by SQLSTATE; the longest prefix wins. Codes not listed are faults of the statement.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CLASS_BY_STATE: ReadonlyMap<string, EngineErrorClass> = new Map([
  ['08', 'connection'],
  ['08P01', 'statement'], // a statement with more or fewer placeholders than values
  ['22', 'conversion'],
  ['25006', 'forbidden'], // a write in a read-only transaction
  ['28', 'connection'], // who we are was not accepted
  ['3D000', 'connection'], // no such database
  ['40', 'resource'], // deadlocks, and on a standby rows that were removed meanwhile
  ['42501', 'forbidden'],
  ['53', 'resource'],
  ['54', 'resource'],
  ['55P03', 'resource'], // a lock that was not to be had
  ['57014', 'timeout'], // of the role or the server; a cancel of ours has its own reason
  ['57P', 'connection'], // the server stops, or an operator ended the connection
  ['58', 'connection'], // the server cannot read its files
]);

/** Converts the error of a failed driver call. Errors of the engine itself stay as they are. */
export function toEngineError(error: unknown): EngineError | EngineCancelled {
  if (error instanceof EngineError || error instanceof EngineCancelled) return error;
  const state = sqlState(error);
  if (state === undefined) return new EngineError('connection', error);
  const known = [5, 3, 2].map((length) => CLASS_BY_STATE.get(state.slice(0, length)));
  return new EngineError(known.find((errorClass) => errorClass !== undefined) ?? 'statement', error, positionIn(error));
}

/** The server counts characters from 1, as text. */
function positionIn(error: unknown): number | undefined {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN;
  return Number.isInteger(position) && position > 0 ? position - 1 : undefined;
}

/** Returns the SQLSTATE of a server error; errors of the network or the driver have none. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'severity' in error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
