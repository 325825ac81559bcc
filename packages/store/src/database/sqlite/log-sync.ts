import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { Checkpoints } from './checkpoints.ts';

type Datasync = (descriptor: number) => Promise<void>;

const [datasync, closeFile] = [promisify(fdatasync), promisify(close)];

/**
 * Writes commits from the write-ahead log of SQLite to the disk, in a thread of libuv. SQLite itself would block the event
 * loop, for a second where other programs write much.
 *
 * One request to the disk covers all commits before it. When one fails, it is unknown what is on the disk, and a later
 * success does not prove anything about it. So nothing is read or written any more until the process starts again.
 */
export class LogSync {
  readonly #descriptor: number;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #datasync: Datasync;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: StoreUnavailable | undefined;

  /** @param path of the log, which is there @param checkpoints keep the log short */
  constructor(path: string, checkpoints?: Checkpoints, request: Datasync = datasync) {
    this.#descriptor = openSync(path, 'r+');
    this.#checkpoints = checkpoints;
    this.#datasync = request;
  }

  /** @throws StoreUnavailable when it is unknown what is on the disk */
  requireSound(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Resolves when all commits before the call are on disk. @throws StoreUnavailable */
  written(): Promise<void> {
    if (!this.#running && !this.#next) return this.#begin();
    return (this.#next ??= (this.#running ?? Promise.resolve()).then(
      () => this.#begin(),
      () => this.#begin(),
    ));
  }

  /** Waits for what has begun, and closes the log. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    await this.#checkpoints?.close();
    await closeFile(this.#descriptor);
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
      await this.#datasync(this.#descriptor);
    } catch (error) {
      const message = 'the disk has refused what was written to the metadata store; start the process again';
      this.#failure = new StoreUnavailable(new Error(message, { cause: error }));
      throw this.#failure;
    }
    await this.#checkpoints?.copyIfDue();
  }
}
