import type { Catalog, Catalogs } from './attachments.ts';

/** The catalog of a source without a database file: tables that `init` makes and files in the allowed folders. */
export class MemoryCatalog implements Catalogs {
  readonly #catalog: Catalog = { idle: [], leases: 0 };

  async acquire(): Promise<Catalog> {
    return this.#catalog;
  }

  release(): void {}

  letGo(): void {}

  isCurrent(): boolean {
    return true;
  }

  /** Keeps the connections, on which `init` has run. */
  async empty(): Promise<void> {
    for (const { kept } of this.#catalog.idle) kept.clear();
  }

  async close(): Promise<void> {
    for (const { connection } of this.#catalog.idle.splice(0)) connection.closeSync();
  }
}
