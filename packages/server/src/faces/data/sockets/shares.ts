/** Places that callers take and give back: a bound for all of them, and a lower one for each. */
export class Shares {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(bounds: { readonly most: number; readonly mostOfOne: number }) {
    this.#most = bounds.most;
    this.#mostOfOne = bounds.mostOfOne;
  }

  get taken(): number {
    return this.#all;
  }

  /** @returns false when there is no place for this caller */
  take(caller: string): boolean {
    const own = this.#taken.get(caller) ?? 0;
    if (own >= this.#mostOfOne || this.#all >= this.#most) return false;
    this.#taken.set(caller, own + 1);
    this.#all += 1;
    return true;
  }

  giveBack(caller: string): void {
    const own = this.#taken.get(caller);
    if (own === undefined) return;
    if (own === 1) this.#taken.delete(caller);
    else this.#taken.set(caller, own - 1);
    this.#all -= 1;
  }
}
