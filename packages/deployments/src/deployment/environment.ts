/** A queryable version of a deployment. Each deployment has production; branches are reached by their own addresses. */
export interface Environment {
  readonly id: number;
  readonly type: 'production';
}

/** Lists the environments. Production has the number of its deployment: both are unique in the account. */
export function environmentsOf(deploymentId: number): readonly Environment[] {
  return [{ id: deploymentId, type: 'production' }];
}
