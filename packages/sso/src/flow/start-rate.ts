import { growingCache } from '@orrery/kernel';

/** Sign-ins that a network begins in this time: all people of a large office at nine o'clock, and not a flood. */
const most = 1_000;
const withinMs = 10 * 60_000;
const rememberedNetworks = 20_000;

/** Counts what costs this server something: sign-ins that networks begin, each of which is a row, and messages that are refused. */
export class StartRate {
  readonly #byNetwork = growingCache<string, { readonly since: number; readonly count: number }>(rememberedNetworks);

  /** Whether no more may begin; counts nothing. */
  isSpent(network: string, now: number): boolean {
    const known = this.#byNetwork.get(network);
    return known !== undefined && now - known.since < withinMs && known.count >= most;
  }

  /** @returns whether one more may begin */
  take(network: string, now: number): boolean {
    const known = this.#byNetwork.get(network);
    const current = known && now - known.since < withinMs ? known : { since: now, count: 0 };
    this.#byNetwork.set(network, { ...current, count: current.count + 1 });
    return current.count < most;
  }
}
