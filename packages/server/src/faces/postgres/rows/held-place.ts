import { wireBounds } from '../session/wire-bounds.ts';
import type { RowClock } from './row-clock.ts';

/** Interval in which others are looked for. */
const lookEveryMs = 250;

/**
 * Counts for how long others waited for a place of the engine while the client took none of its rows. Rows that are taken
 * make the count smaller, so that a client which goes on reading keeps its place, and one that takes a row now and then
 * does not.
 */
export class HeldPlace {
  readonly #isWaitedFor: () => boolean;
  readonly #clock: RowClock;
  #heldUpMs = 0;
  #countedAt = 0;
  #stopLooking: (() => void) | undefined;

  constructor(isWaitedFor: () => boolean, clock: RowClock) {
    this.#isWaitedFor = isWaitedFor;
    this.#clock = clock;
  }

  get isWaitedFor(): boolean {
    return this.#isWaitedFor();
  }

  /** The client takes nothing from now on. @param giveUp called when others have waited for too long */
  begin(giveUp: () => void): void {
    this.#stopLooking?.();
    this.#countedAt = this.#clock.now();
    const look = () => {
      this.#stopLooking = this.#clock.after(lookEveryMs, look);
      this.#count();
      if (this.isOverdue) giveUp();
    };
    this.#stopLooking = this.#clock.after(lookEveryMs, look);
  }

  /** The client goes on, or the place is free. */
  end(): void {
    if (!this.#stopLooking) return;
    this.#stopLooking();
    this.#stopLooking = undefined;
    this.#count();
  }

  took(bytes: number): void {
    const { ms, bytes: least } = wireBounds.heldUp;
    this.#heldUpMs = Math.max(0, this.#heldUpMs - (bytes / least) * ms);
  }

  get isOverdue(): boolean {
    return this.#heldUpMs >= wireBounds.heldUp.ms;
  }

  #count(): void {
    const now = this.#clock.now();
    if (this.#isWaitedFor()) this.#heldUpMs += now - this.#countedAt;
    this.#countedAt = now;
  }
}
