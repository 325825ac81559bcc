import { type Person, tierOf, type Viewer } from '@orrery/kernel';

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

/** Returns the rights of a caller to content. It was checked that they may open the deployment. */
export function contentRightsOf(caller: Person | Viewer, deploymentId: number): ContentRights {
  const { accountId, userId } = caller;
  if (caller.kind === 'viewer') {
    const sees = caller.isCreator ? 'shared' : 'published';
    return { accountId, deploymentId, userId, sees, isOfAccount: caller.isInternal };
  }
  const tier = tierOf(caller);
  return {
    accountId,
    deploymentId,
    userId,
    sees: tier === 'admin' ? 'all' : tier === 'viewer' ? 'published' : 'shared',
    isOfAccount: true,
  };
}
