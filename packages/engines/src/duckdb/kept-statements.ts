import type { DuckDBPreparedStatement } from '@duckdb/node-api';

/** Number of statements. Each takes about 15 KiB of memory, outside of DuckDB's limit. */
const mostStatements = 32;
/** Length of their texts together. Memory grows with it, by some 20 bytes for each character. */
const mostCharacters = 32_768;

/**
 * Statements that one connection has prepared, by their exact text, so that the next execution need not check and parse
 * the text. They hold neither values nor rows: DuckDB binds and plans a statement with parameters for each execution, with
 * the values, tables and files of that time. It keeps the plan of a statement without parameters, so those are not kept
 * here.
 */
export class KeptStatements {
  readonly #kept = new Map<string, DuckDBPreparedStatement>();
  #characters = 0;

  /** Hands out the statement of this text, if it is kept. Give it back with `keep`, or destroy it. */
  take(text: string): DuckDBPreparedStatement | undefined {
    const prepared = this.#kept.get(text);
    if (prepared === undefined) return undefined;
    this.#kept.delete(text);
    this.#characters -= text.length;
    return prepared;
  }

  /** Takes the statement of this text, once an execution has begun. Destroys what is too much, the longest unused first. */
  keep(text: string, prepared: DuckDBPreparedStatement): void {
    if (prepared.parameterCount === 0) return prepared.destroySync();
    prepared.clearBindings();
    this.#kept.set(text, prepared);
    this.#characters += text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostStatements && this.#characters <= mostCharacters) return;
      this.take(oldest)?.destroySync();
    }
  }

  /** Destroys all of them. */
  clear(): void {
    for (const prepared of this.#kept.values()) prepared.destroySync();
    this.#kept.clear();
    this.#characters = 0;
  }
}
