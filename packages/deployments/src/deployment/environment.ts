/** A face of a deployment that can be asked on its own. Each deployment has its production; branches are reached by their addresses. */
export interface Environment {
  readonly id: number;
  readonly type: 'production';
}

/** Production has the number of its deployment: both are unique in the account. */
export function environmentsOf(deploymentId: number): readonly Environment[] {
  return [{ id: deploymentId, type: 'production' }];
}
