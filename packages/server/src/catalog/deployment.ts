/** A model with its data sources, and the secret its tokens are signed with. */
export interface Deployment {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly apiSecret: string;
}
