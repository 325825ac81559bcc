import { wireBounds } from '../session/wire-bounds.ts';
import type { RowClock } from './row-clock.ts';

/** Interval in which others are looked for. */
const lookEveryMs = 250;

/**
 * The places of engines that clients of a port hold up. The places that are overdue are given up one after the other,
 * longest first, and only while others still wait: a place that became free may be all that they wanted.
 */
export class HeldPlaces {
  readonly clock: RowClock;
  readonly #held = new Set<HeldPlace>();
  #stopFreeing: (() => void) | undefined;

  constructor(clock: RowClock) {
    this.clock = clock;
  }

  hold(place: HeldPlace): void {
    this.#held.add(place);
  }

  leave(place: HeldPlace): void {
    this.#held.delete(place);
  }

  /** Gives up the place that is longest overdue, unless one that was given up is not free yet. */
  giveUpOne(): void {
    if (this.#stopFreeing) return;
    let longest: HeldPlace | undefined;
    for (const place of this.#held) {
      place.count();
      if (place.isOverdue && place.isWaitedFor && place.heldUpMs > (longest?.heldUpMs ?? 0)) longest = place;
    }
    if (!longest) return;
    const free = () => {
      stop();
      if (this.#stopFreeing === stop) this.#stopFreeing = undefined;
    };
    // An engine may not end a statement for long: others are then asked for their places.
    const stop = this.clock.after(wireBounds.heldUp.ms, free);
    this.#stopFreeing = stop;
    void longest.giveUp().finally(free);
  }
}

/**
 * Counts for how long others waited for a place of the engine while the client took none of its rows. Rows that are taken
 * make the count smaller, so that a client which goes on reading keeps its place, and one that takes a row now and then
 * does not.
 */
export class HeldPlace {
  readonly #isWaitedFor: () => boolean;
  readonly #places: HeldPlaces;
  readonly #giveUp: () => Promise<void>;
  #heldUpMs = 0;
  #countedAt = 0;
  #stopLooking: (() => void) | undefined;

  /** @param giveUp called when others have waited for too long; returns once the place is free */
  constructor(isWaitedFor: () => boolean, giveUp: () => Promise<void>, places: HeldPlaces) {
    this.#isWaitedFor = isWaitedFor;
    this.#giveUp = giveUp;
    this.#places = places;
  }

  get isWaitedFor(): boolean {
    return this.#isWaitedFor();
  }

  /** The client takes nothing from now on. */
  begin(): void {
    this.#stopLooking?.();
    this.#places.hold(this);
    const { clock } = this.#places;
    this.#countedAt = clock.now();
    const look = () => {
      this.#stopLooking = clock.after(lookEveryMs, look);
      this.count();
      if (this.isOverdue) this.#places.giveUpOne();
    };
    this.#stopLooking = clock.after(lookEveryMs, look);
  }

  /** The client goes on, or the place is free. */
  end(): void {
    if (!this.#stopLooking) return;
    this.#stopLooking();
    this.#stopLooking = undefined;
    this.count();
    this.#places.leave(this);
  }

  /** The client goes on, and has lost the rest where its place is the one to give up. */
  resume(): void {
    if (!this.#stopLooking) return;
    this.count();
    if (this.isOverdue) this.#places.giveUpOne();
    this.end();
  }

  giveUp(): Promise<void> {
    return this.#giveUp();
  }

  took(bytes: number): void {
    const { ms, bytes: least } = wireBounds.heldUp;
    this.#heldUpMs = Math.max(0, this.#heldUpMs - (bytes / least) * ms);
  }

  get heldUpMs(): number {
    return this.#heldUpMs;
  }

  get isOverdue(): boolean {
    return this.#heldUpMs >= wireBounds.heldUp.ms;
  }

  /** Adds the time since it was counted last. */
  count(): void {
    const now = this.#places.clock.now();
    if (this.#isWaitedFor()) this.#heldUpMs += now - this.#countedAt;
    this.#countedAt = now;
  }
}
