/** The owner of a share of slots. */
export interface ShareOwner {
  readonly caller: string;
  readonly deploymentId: number;
}

export interface ShareBounds {
  readonly most: number;
  /** Lower, so that the callers of one deployment together leave places for those of others. */
  readonly mostOfDeployment: number;
  readonly mostOfCaller: number;
}

/** Places, or bytes, that callers take and give back: a bound for all, for each deployment, and for each caller. */
export class Shares {
  readonly #bounds: ShareBounds;
  readonly #ofCallers = new Map<string, number>();
  readonly #ofDeployments = new Map<number, number>();
  #all = 0;

  constructor(bounds: ShareBounds) {
    this.#bounds = bounds;
  }

  /** @returns false when there is no place for this caller; nothing is taken then */
  take({ caller, deploymentId }: ShareOwner, count = 1): boolean {
    const { most, mostOfDeployment, mostOfCaller } = this.#bounds;
    const ofCaller = (this.#ofCallers.get(caller) ?? 0) + count;
    const ofDeployment = (this.#ofDeployments.get(deploymentId) ?? 0) + count;
    if (ofCaller > mostOfCaller || ofDeployment > mostOfDeployment || this.#all + count > most) return false;
    this.#ofCallers.set(caller, ofCaller);
    this.#ofDeployments.set(deploymentId, ofDeployment);
    this.#all += count;
    return true;
  }

  giveBack({ caller, deploymentId }: ShareOwner, count = 1): void {
    lower(this.#ofCallers, caller, count);
    lower(this.#ofDeployments, deploymentId, count);
    this.#all -= count;
  }
}

function lower<Key>(taken: Map<Key, number>, key: Key, count: number): void {
  const left = (taken.get(key) ?? 0) - count;
  if (left > 0) taken.set(key, left);
  else taken.delete(key);
}
