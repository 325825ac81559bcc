import type { Logger } from 'pino';
import type { Composition } from '@orrery/server';
import type { StopSettings } from '@orrery/config';
import { followFaults } from './follow-faults.ts';

/** Time for closing after the running requests have ended; a process still held after it is a bug of ours. */
const closeWithinMs = 10_000;
/** One Ctrl-C arrives more than once: from the terminal, and from the parents that pass it on. */
const sameSignalMs = 1_000;
/** A fault that comes back sooner would come back for ever. */
const soundForMs = 60_000;

/**
 * The states of serving: when it ends, and whether it starts again.
 *
 * - *serving*.
 * - *stopping*, after a signal: running requests may finish. A second signal does not wait.
 * - *starting again*, after a fault that may have left the process in an unknown state: requests finish likewise, then
 *   everything is constructed again. A further fault soon after that ends the process, so that its supervisor can start
 *   another one.
 */
export class ServingEnds {
  readonly #settings: StopSettings;
  readonly #log: Logger;
  #wanted: 'serve' | 'begin-again' | 'stop' = 'serve';
  #stoppingSince: number | undefined;
  #beganAgainAt = Number.NEGATIVE_INFINITY;
  #exitCode = 0;
  #composition: Composition | undefined;
  #wake: () => void = () => undefined;

  constructor(settings: StopSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    const onSignal = (signal: NodeJS.Signals) => this.#stop(signal);
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    followFaults(process, log, () => this.#giveUp());
  }

  get exitCode(): number {
    return this.#exitCode;
  }

  /** From now on there is something that has to be closed. */
  serves(composition: Composition): void {
    this.#composition = composition;
  }

  /** Serves until there is a reason not to, and closes. */
  async next(): Promise<'begin-again' | 'stop'> {
    if (this.#wanted === 'serve') await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#composition) await this.#drain(this.#composition);
    this.#composition = undefined;
    if (this.#wanted === 'stop' || this.#exitCode !== 0) return 'stop';
    this.#wanted = 'serve';
    this.#beganAgainAt = performance.now();
    return 'begin-again';
  }

  #stop(signal: NodeJS.Signals): void {
    if (!this.#composition) process.exit(1); // it does not serve yet
    if (this.#stoppingSince !== undefined) {
      if (performance.now() - this.#stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    this.#stoppingSince = performance.now();
    const { delayMs, finishWithinMs } = this.#settings;
    this.#log.info({ signal, delayMs, finishWithinMs }, 'stopping');
    this.#wanted = 'stop';
    this.#wake();
  }

  #giveUp(): void {
    if (!this.#composition) process.exit(1); // it never served, or nothing of it is left
    if (this.#wanted !== 'serve') return;
    const isBack = performance.now() - this.#beganAgainAt < soundForMs;
    if (isBack) this.#exitCode = 1;
    this.#wanted = isBack ? 'stop' : 'begin-again';
    this.#wake();
  }

  async #drain(composition: Composition): Promise<void> {
    const { delayMs, finishWithinMs } = this.#settings;
    composition.announceEnd();
    const overdue = setTimeout(() => process.exit(1), delayMs + finishWithinMs + closeWithinMs).unref();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      await composition.close();
    } catch (error) {
      this.#log.fatal({ err: error }, 'closing failed');
      this.#exitCode = 1;
    }
    clearTimeout(overdue);
  }
}
