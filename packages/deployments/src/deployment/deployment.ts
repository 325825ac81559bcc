/** A model with its data sources, and the secrets its tokens are signed with. */
export interface Deployment {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The newest stored secret, which signs. */
  readonly apiSecret: string;
}

/** Public data of a deployment. */
export type DeploymentSummary = Pick<Deployment, 'id' | 'name' | 'createdAt'>;

/** Data needed to serve a deployment found by its number. */
export interface FoundDeployment {
  readonly id: number;
  readonly accountId: number;
  /** Grows with every change of its variables and data sources. */
  readonly revision: number;
}

/** A deployment as it is looked up by name, in whatever account. */
export interface NamedDeployment {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
}

/** Public data of a stored secret. */
export interface StoredSecret {
  readonly id: number;
  readonly createdAt: number;
}
