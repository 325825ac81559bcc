import { EngineCancelled } from '../engine.ts';
import type { MysqlSettings } from './mysql-settings.ts';
import { MySqlSession } from './session.ts';

/** Idle time after which it is closed: stopping one statement is often followed by stopping more. */
const idleMs = 5_000;

/** A connection in addition to those of statements, so that it is available when they are all busy. */
export class SideConnection {
  readonly #settings: MysqlSettings;
  readonly #closing = new AbortController();
  #session: Promise<MySqlSession> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #inUse = 0;

  constructor(settings: MysqlSettings) {
    this.#settings = settings;
  }

  /** @throws what `work` or the driver throws; EngineCancelled when `signal` fires first */
  async use<T>(work: (session: MySqlSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw new EngineCancelled();
    this.#inUse += 1;
    clearTimeout(this.#idle);
    try {
      return await orAborted(this.#attempt(work), signal);
    } catch (error) {
      if (signal?.aborted && this.#inUse === 1) this.#leave(); // the server may never answer
      throw error;
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#idle = setTimeout(() => this.#leave(), idleMs).unref();
    }
  }

  close(): void {
    this.#closing.abort();
    this.#leave();
  }

  /** Tries once more if the server had closed the connection meanwhile. */
  async #attempt<T>(work: (session: MySqlSession) => Promise<T>): Promise<T> {
    const known = this.#session;
    this.#session ??= MySqlSession.open(this.#settings, this.#closing.signal);
    const current = this.#session;
    try {
      return await work(await current);
    } catch (error) {
      if (this.#session === current) this.#leave();
      const wasEnded =
        known !== undefined &&
        (await known.then(
          ({ isLost }) => isLost,
          () => true,
        ));
      if (wasEnded && !(error instanceof EngineCancelled)) return this.#attempt(work);
      throw error;
    }
  }

  #leave(): void {
    clearTimeout(this.#idle);
    const session = this.#session;
    this.#session = undefined;
    session?.then(
      (open) => open.destroy(),
      () => undefined,
    );
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new EngineCancelled());
    signal?.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
}
