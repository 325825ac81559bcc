import { type Engine, EngineError, type ResultStream } from './engine.ts';
import type { TableDescription } from './table-description.ts';

export interface UnconnectedSettings {
  /** Name of the dialect. */
  readonly dialect: string;
}

/** Engine whose SQL is written, and which nothing connects to. */
export class UnconnectedEngine implements Engine {
  readonly dialect: string;

  constructor({ dialect }: UnconnectedSettings) {
    this.dialect = dialect;
  }

  run(): Promise<ResultStream> {
    return Promise.reject(this.#refusal());
  }

  describeTables(): Promise<readonly TableDescription[]> {
    return Promise.reject(this.#refusal());
  }

  /** Succeeds: the process serves all that it can. */
  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #refusal(): EngineError {
    return new EngineError('unconnected', new Error(`Orrery does not connect to '${this.dialect}'`));
  }
}
