import { EngineCancelled } from '../engine.ts';
import { Permits } from '../permits.ts';
import { toEngineError } from './mysql-errors.ts';
import type { MysqlSettings } from './mysql-settings.ts';
import { MySqlSession } from './session.ts';

/** A connection for one statement. */
export interface MySqlLease {
  readonly session: MySqlSession;
  /** Whether it has served a statement before, and may have been lost since without notice. */
  readonly isUsed: boolean;
  /** Returns the connection, idle and clean. */
  release(): void;
  /** Closes the connection, even while it works. */
  destroy(): void;
}

const idleMs = 30_000;

/** Connections that are set up for a statement; at most `maxRunning` are leased at a time. */
export class MySqlConnections {
  readonly #settings: MysqlSettings;
  readonly #permits: Permits;
  readonly #idle = new Map<MySqlSession, NodeJS.Timeout>();
  #isClosed = false;

  constructor(settings: MysqlSettings) {
    this.#settings = settings;
    this.#permits = new Permits(settings.maxRunning);
  }

  /** @throws EngineError; EngineCancelled when `signal` fires first */
  async lease(signal: AbortSignal): Promise<MySqlLease> {
    await this.#permits.acquire(signal);
    try {
      const known = this.#takeIdle();
      const session = known ?? (await MySqlSession.open(this.#settings, signal));
      return {
        session,
        isUsed: known !== undefined,
        release: () => this.#giveBack(session),
        destroy: () => this.#end(session),
      };
    } catch (error) {
      this.#permits.release();
      throw signal.aborted ? new EngineCancelled() : toEngineError(error);
    }
  }

  /** Resolves when all leases were returned. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const session of [...this.#idle.keys()]) this.#drop(session);
    await this.#permits.close();
  }

  /** Takes the connection used last, so that the others can expire and be closed. */
  #takeIdle(): MySqlSession | undefined {
    for (;;) {
      const session = [...this.#idle.keys()].at(-1);
      if (session === undefined) return undefined;
      clearTimeout(this.#idle.get(session));
      this.#idle.delete(session);
      if (session.isLost) continue;
      session.hold(true);
      return session;
    }
  }

  #giveBack(session: MySqlSession): void {
    if (this.#isClosed) session.destroy();
    else {
      session.hold(false);
      this.#idle.set(session, setTimeout(() => this.#drop(session), idleMs).unref());
    }
    this.#permits.release();
  }

  #end(session: MySqlSession): void {
    session.destroy();
    this.#permits.release();
  }

  #drop(session: MySqlSession): void {
    clearTimeout(this.#idle.get(session));
    this.#idle.delete(session);
    session.destroy();
  }
}
