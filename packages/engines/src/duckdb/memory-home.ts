import type { Home, Homes } from './attachments.ts';

/** The home of a source without a database file: tables that `init` makes and files in the allowed folders. */
export class MemoryHome implements Homes {
  readonly #home: Home = { idle: [], leases: 0 };

  async acquire(): Promise<Home> {
    return this.#home;
  }

  release(): void {}

  letGo(): void {}

  isCurrent(): boolean {
    return true;
  }

  async close(): Promise<void> {
    for (const connection of this.#home.idle.splice(0)) connection.closeSync();
  }
}
