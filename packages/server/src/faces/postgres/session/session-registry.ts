import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { WireActivity } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';

/** A session as other connections may reach it. */
export interface RegisteredSession {
  /** Sessions of the same caller. */
  readonly caller: string;
  activity(): WireActivity;
  cancel(failure: WireFailure): void;
  terminate(failure: WireFailure): void;
  /** Ends it once its running statement is answered. */
  stop(failure: WireFailure): void;
}

export interface SessionPlace {
  readonly processId: number;
  readonly secret: Buffer;
  leave(): void;
}

interface Registered {
  readonly session: RegisteredSession;
  readonly secret: Buffer;
}

const mostProcessId = 2 ** 31;
const secretBytes = 4;

/** The open sessions by numbers that cannot be guessed, as the secrets of cancel requests cannot be. */
export class SessionRegistry {
  readonly #byId = new Map<number, Registered>();

  get size(): number {
    return this.#byId.size;
  }

  register(session: RegisteredSession): SessionPlace {
    let processId = randomInt(1, mostProcessId);
    while (this.#byId.has(processId)) processId = randomInt(1, mostProcessId);
    const secret = randomBytes(secretBytes);
    this.#byId.set(processId, { session, secret });
    return { processId, secret, leave: () => void this.#byId.delete(processId) };
  }

  /** Cancels what a session runs, for a client that knows its secret. Nothing shows whether it did. */
  cancel(processId: number, secret: Buffer): void {
    const found = this.#byId.get(processId);
    if (!found || secret.length !== secretBytes || !timingSafeEqual(found.secret, secret)) return;
    found.session.cancel(cancelled());
  }

  sessionsOf(caller: string): readonly WireActivity[] {
    return [...this.#byId.values()]
      .filter(({ session }) => session.caller === caller)
      .map(({ session }) => session.activity());
  }

  /** Cancels or ends a session of the same caller. @returns whether there is one */
  end(caller: string, processId: number, how: 'cancel' | 'terminate'): boolean {
    const found = this.#byId.get(processId)?.session;
    if (found?.caller !== caller) return false;
    if (how === 'cancel') found.cancel(cancelled());
    else found.terminate(fatal('terminating connection due to administrator command'));
    return true;
  }

  stop(): void {
    for (const { session } of this.#byId.values()) session.stop(shutdown());
  }

  terminate(): void {
    for (const { session } of this.#byId.values()) session.terminate(shutdown());
  }
}

function cancelled(): WireFailure {
  return new WireFailure('57014', 'canceling statement due to user request');
}

function fatal(message: string): WireFailure {
  return new WireFailure('57P01', message, { isFatal: true });
}

/** Makes the error of a server that stops. */
function shutdown(): WireFailure {
  return fatal('terminating connection due to shutdown signal');
}
