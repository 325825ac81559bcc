/** A model with its data sources, and the secrets its tokens are signed with. */
export interface Deployment {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The newest of its stored secrets, which signs. */
  readonly apiSecret: string;
}

/** What may be shown of a deployment. */
export type DeploymentSummary = Pick<Deployment, 'id' | 'name' | 'createdAt'>;

/** What leads from a number to what is served there. */
export interface FoundDeployment {
  readonly id: number;
  readonly accountId: number;
  /** Grows with every change of its variables and data sources. */
  readonly revision: number;
}

/** What may be shown of a stored secret. */
export interface StoredSecret {
  readonly id: number;
  readonly createdAt: number;
}
