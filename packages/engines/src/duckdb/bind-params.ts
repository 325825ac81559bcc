import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { EngineError, type StatementParam } from '../engine.ts';

export function bindParams(prepared: DuckDBPreparedStatement, params: readonly StatementParam[]): void {
  const expected = prepared.parameterCount;
  if (expected !== params.length) {
    throw new EngineError(
      'statement',
      new Error(`the statement has ${expected} placeholders, ${params.length} values were given`),
    );
  }
  params.forEach((param, index) => {
    const position = index + 1;
    if (param === null) prepared.bindNull(position);
    else if (typeof param === 'boolean') prepared.bindBoolean(position, param);
    else prepared.bindVarchar(position, param);
  });
}
