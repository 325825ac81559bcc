import { type Person, tierOf } from '@orrery/kernel';

/** Where items are. */
export interface Place {
  readonly accountId: number;
  readonly deploymentId: number;
}

/** Who asks for items of a deployment that they may open. */
export interface Reader extends Place {
  readonly userId: number;
  /** Everything, what is shared with them, or of that the published dashboards and the folders they lie in. */
  readonly sees: 'all' | 'shared' | 'published';
  /** Whether what is open to everybody in the account is open to them. */
  readonly isOfAccount: boolean;
}

/** Whoever calls has made sure that the person may open the deployment. */
export function readerOf(person: Person, deploymentId: number): Reader {
  const tier = tierOf(person);
  return {
    accountId: person.accountId,
    deploymentId,
    userId: person.userId,
    sees: tier === 'admin' ? 'all' : tier === 'viewer' ? 'published' : 'shared',
    isOfAccount: true,
  };
}
