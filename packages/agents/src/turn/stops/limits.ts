/** Bounds of one turn. */
export interface TurnLimits {
  readonly toolCalls: number;
  readonly seconds: number;
  /** The maximum number of tokens of all model calls, input and output. */
  readonly tokens: number;
  /** The maximum cost, in the currency of the prices; absent: unbounded. */
  readonly spend?: number;
}

/** Tool calls and seconds as the contract says; tokens are those of 25 calls with a long thread. */
export const turnLimits: TurnLimits = { toolCalls: 25, seconds: 600, tokens: 2_000_000 };
