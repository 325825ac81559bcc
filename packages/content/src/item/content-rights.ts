import { claimsOf, mayDo, type Person, type SecurityContext, tierOf, type Viewer } from '@orrery/kernel';
import { sql, type RawBuilder } from 'kysely';
import { deploymentOf } from '@orrery/deployments';

/** The workspace of the account. */
export const workspaceOfAccount = 0;
/** The space of items of viewers without an embed tenant. */
const ofNoTenant = -1;

/** The account and deployment of something. */
export interface ContentScope {
  readonly accountId: number;
  readonly deploymentId: number;
}

/** The space of items: no user sees those of two spaces in one list. */
export interface ItemSpace extends ContentScope {
  /** `workspaceOfAccount`, or the number of an embed tenant, whose viewers made the items. */
  readonly space: number;
}

/** A user of the content in one place, and which part of it they see. */
export interface ContentRights extends ItemSpace {
  readonly userId: number;
  /** The security context with which the user queries data. */
  readonly claims: SecurityContext;
  /**
   * `all`, `shared` for what is shared with them, or `published` for only the published dashboards among it, with their
   * folders.
   */
  readonly sees: 'all' | 'shared' | 'published';
  /** Whether items open to the whole account are open to them. */
  readonly isOfAccount: boolean;
  /** Whether the user may ask data sources of the deployment in their own SQL, and read such statements. */
  readonly mayAskSources?: true;
  /** Counts only what is shared with all viewers, and not what is shared with the user or the user's other groups. */
  readonly isAnyViewer?: true;
}

/**
 * Returns the rights of a caller to content. It was checked that they may open the deployment. Those of viewers in
 * creator mode are to the items of their tenant; all others are to the workspace of the account.
 */
export function contentRightsOf(caller: Person | Viewer, deploymentId: number): ContentRights {
  const { accountId, userId } = caller;
  const claims = claimsOf(caller);
  if (caller.kind === 'viewer') {
    if (!caller.isCreator) return sharedRightsOf(caller, deploymentId);
    const space = spaceOf(caller.tenantId);
    return { accountId, deploymentId, space, userId, claims, sees: 'shared', isOfAccount: false };
  }
  const tier = tierOf(caller);
  return {
    accountId,
    deploymentId,
    space: workspaceOfAccount,
    userId,
    claims,
    sees: tier === 'admin' ? 'all' : tier === 'viewer' ? 'published' : 'shared',
    isOfAccount: true,
    ...(mayDo(caller, 'SqlRunnerRead', { deploymentId }) ? { mayAskSources: true } : {}),
  };
}

/** Returns the rights of a viewer to what the account shares with viewers: to look at it. */
export function sharedRightsOf(viewer: Viewer, deploymentId: number): ContentRights {
  const { accountId, userId, isInternal } = viewer;
  const [space, claims] = [workspaceOfAccount, claimsOf(viewer)];
  const rights = {
    accountId,
    deploymentId,
    space,
    userId,
    claims,
    sees: 'published',
    isOfAccount: isInternal,
  } as const;
  return isInternal ? rights : { ...rights, isAnyViewer: true };
}

/** @param tenantId `null` for viewers of no embed tenant */
export function spaceOf(tenantId: number | null): number {
  return tenantId ?? ofNoTenant;
}

/** Condition for rows of a place. @param name of `content_item` in the query */
export function isIn(place: ItemSpace, name = 'content_item'): RawBuilder<boolean> {
  const column = (one: string) => sql.ref(`${name}.${one}`);
  return sql`(${column('deployment_id')} = ${deploymentOf(place)} AND ${column('space')} = ${place.space})`;
}
