import { MalformedCaller } from '@orrery/kernel';
import type { StatementAsker } from '@orrery/runtime';
import type { Arrival, DataAccess } from '../../data/index.ts';
import type { SqlAccount, SqlAccounts } from './sql-accounts.ts';

interface SwitchRules {
  readonly data: Pick<DataAccess, 'askerWith' | 'userAsker'>;
  readonly accounts: SqlAccounts;
}

/**
 * Finds the account or the user of this name that an account may ask as: an account has the claims of its own, a user
 * their groups and attributes.
 *
 * @returns undefined where there is none, or where the account may not
 */
export async function askerOfSwitch(
  { arrival, account, name }: { readonly arrival: Arrival; readonly account: SqlAccount; readonly name: string },
  { data, accounts }: SwitchRules,
): Promise<StatementAsker | undefined> {
  const { maySwitchTo, deploymentId } = account;
  if (name !== account.name && maySwitchTo !== 'all' && !maySwitchTo.includes(name)) return undefined;
  const other = accounts.named(name);
  if (other?.deploymentId !== deploymentId) return data.userAsker(arrival, name);
  try {
    return await data.askerWith(arrival, other.securityContext);
  } catch (error) {
    if (error instanceof MalformedCaller) return undefined;
    throw error;
  }
}
