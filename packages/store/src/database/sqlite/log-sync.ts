import { type FileHandle, open } from 'node:fs/promises';
import { StoreUnavailable } from '../store-unavailable.ts';

type Datasync = (handle: FileHandle) => Promise<void>;

/**
 * Writes commits from the write-ahead log of SQLite to the disk, in a thread of libuv. SQLite itself would block the event
 * loop, for a second where other programs write much.
 *
 * One request to the disk covers all commits before it. When one fails, it is unknown what is on the disk, and a later
 * success does not prove anything about it. So nothing is written any more until the process starts again.
 */
export class LogSync {
  readonly #path: string;
  readonly #datasync: Datasync;
  #handle: FileHandle | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: StoreUnavailable | undefined;

  /** @param path of the log */
  constructor(path: string, datasync: Datasync = (handle) => handle.datasync()) {
    this.#path = path;
    this.#datasync = datasync;
  }

  /** @throws StoreUnavailable when commits can not be brought onto the disk any more */
  requireSound(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Resolves when all commits before the call are on disk. @throws StoreUnavailable */
  written(): Promise<void> {
    if (!this.#running) return this.#begin();
    return (this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    ));
  }

  /** Waits for what has begun, and closes the log. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    await this.#handle?.close();
    this.#handle = undefined;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = this.#sync().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #sync(): Promise<void> {
    this.requireSound();
    try {
      this.#handle ??= await open(this.#path, 'r+');
      await this.#datasync(this.#handle);
    } catch (error) {
      this.#failure ??= new StoreUnavailable(error);
      throw this.#failure;
    }
  }
}
