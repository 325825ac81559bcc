/** Bounds of one turn. */
export interface TurnLimits {
  readonly toolCalls: number;
  readonly seconds: number;
  /** Of all model calls, input and output. */
  readonly tokens: number;
  /** In the currency of the prices; absent: unbounded. */
  readonly spend?: number;
}

/** Tool calls and seconds as the contract says; tokens are those of 25 calls with a long thread. */
export const turnLimits: TurnLimits = { toolCalls: 25, seconds: 600, tokens: 2_000_000 };
