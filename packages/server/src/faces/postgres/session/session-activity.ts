import type { WireActivity } from '@orrery/runtime';
import type { WireTransaction } from './transaction.ts';

const longestShown = 1_024;

interface ActivityOrigin {
  readonly processId: number;
  readonly user: string;
  readonly database: string;
  readonly clientAddress: string | null;
  readonly clientPort: number | null;
}

/** Notes what a session does, as its own user may see it. */
export class SessionActivity {
  readonly #origin: ActivityOrigin;
  readonly #transaction: WireTransaction;
  readonly #startedAt = Date.now();
  #changedAt = this.#startedAt;
  #queryAt: number | null = null;
  #query = '';
  #isActive = false;

  constructor(origin: ActivityOrigin, transaction: WireTransaction) {
    this.#origin = origin;
    this.#transaction = transaction;
  }

  /** @param text absent: the statement before goes on */
  began(text?: string): void {
    this.#isActive = true;
    this.#changedAt = Date.now();
    if (text === undefined) return;
    this.#query = text.slice(0, longestShown);
    this.#queryAt = this.#changedAt;
  }

  ended(): void {
    this.#isActive = false;
    this.#changedAt = Date.now();
  }

  shown(applicationName: string): WireActivity {
    const { status, beganAt } = this.#transaction;
    const idle = status === 'I' ? 'idle' : status === 'T' ? 'idle in transaction' : 'idle in transaction (aborted)';
    return {
      ...this.#origin,
      applicationName,
      startedAt: this.#startedAt,
      transactionAt: beganAt ?? (this.#isActive ? this.#queryAt : null),
      queryAt: this.#queryAt,
      changedAt: this.#changedAt,
      state: this.#isActive ? 'active' : idle,
      query: this.#query,
    };
  }
}
