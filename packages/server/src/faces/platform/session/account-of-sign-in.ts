import type { ShownDashboards } from '@orrery/content';
import type { DeploymentService } from '@orrery/deployments';
import type { AccountService } from '@orrery/people';

export interface AccountsOfSignIns {
  /** The account used when a sign-in names none. */
  readonly accountId: number;
  readonly accounts: Pick<AccountService, 'find' | 'nameOf'>;
  readonly deployments: Pick<DeploymentService, 'find'>;
  readonly shownDashboards: Pick<ShownDashboards, 'accountOf'>;
}

/** The way in which a stranger says to which account a sign-in belongs. */
export interface GivenAccount {
  readonly account?: string | undefined;
  readonly deploymentId?: number | undefined;
  readonly dashboard?: string | undefined;
}

/**
 * Returns the account that a stranger wants to sign in to. A deployment or dashboard that is unknown counts as one of the
 * account that needs no name, so that answers do not tell whether that account has it.
 *
 * @returns `undefined` for a name that no account has
 */
export async function accountOfSignIn(
  { account, deploymentId, dashboard }: GivenAccount,
  { accountId, accounts, deployments, shownDashboards }: AccountsOfSignIns,
): Promise<number | undefined> {
  if (account !== undefined) return accounts.find(account);
  if (deploymentId !== undefined) return (await deployments.find(deploymentId))?.accountId ?? accountId;
  if (dashboard === undefined) return accountId;
  return (await shownDashboards.accountOf(dashboard)) ?? accountId;
}

/** Returns the name that people of an account give when they sign in; `undefined` where they need none. */
export async function nameAtSignIn(
  accountId: number,
  services: Pick<AccountsOfSignIns, 'accountId' | 'accounts'>,
): Promise<string | undefined> {
  return accountId === services.accountId ? undefined : services.accounts.nameOf(accountId);
}
