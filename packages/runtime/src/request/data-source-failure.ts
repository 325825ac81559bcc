import type { EngineError, EngineErrorClass } from '@orrery/engines';

/** A statement failed on the data source. The engine's message is in `cause`: it may quote data. */
export class DataSourceFailure extends Error {
  readonly errorClass: EngineErrorClass;
  /** See `ResultStream`. */
  readonly engineQueryId: string | undefined;

  /** @param columns columns the query selects */
  constructor(error: EngineError, columns: readonly string[]) {
    super(
      error.errorClass === 'unconnected'
        ? 'Orrery writes SQL for the engine of the data source, and does not connect to it: /v1/sql shows the statement'
        : `The data source reported a ${error.errorClass} error for ${columns.join(', ')}${inQuery(error)}`,
      { cause: error.cause },
    );
    this.name = 'DataSourceFailure';
    this.errorClass = error.errorClass;
    this.engineQueryId = error.engineQueryId;
  }
}

/** Names the query as the data source knows it, so that its administrator finds it there. */
function inQuery({ engineQueryId }: EngineError): string {
  return engineQueryId === undefined ? '' : `, in its query ${engineQueryId}`;
}
