import { type Person, tierOf } from '@orrery/kernel';

/** The account and deployment of items. */
export interface Place {
  readonly accountId: number;
  readonly deploymentId: number;
}

/** A user of the content in one deployment, and which part of it they see. */
export interface ContentRights extends Place {
  readonly userId: number;
  /**
   * `all`, `shared` for what is shared with them, or `published` for only the published dashboards among it, with their
   * folders.
   */
  readonly sees: 'all' | 'shared' | 'published';
  /** Whether items open to the whole account are open to them. */
  readonly isOfAccount: boolean;
}

/** Returns the rights of a person to content. The caller has checked that they may open the deployment. */
export function contentRightsOf(person: Person, deploymentId: number): ContentRights {
  const tier = tierOf(person);
  return {
    accountId: person.accountId,
    deploymentId,
    userId: person.userId,
    sees: tier === 'admin' ? 'all' : tier === 'viewer' ? 'published' : 'shared',
    isOfAccount: true,
  };
}
