import { readScramVerifier, scramVerifierText, sqlAccountFault, type SqlSettings, type SqlUser } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';

/** An account with a password of its own, and the deployment whose project declares it. */
export interface SqlAccount extends SqlUser {
  readonly deploymentId: number;
}

/** Finds the accounts that sign in by SCRAM, as the projects have them at this moment. */
export interface SqlAccounts {
  named(name: string): SqlAccount | undefined;
}

export interface SqlAccountsInput {
  /** Accounts of the projects, by deployment. */
  readonly usersOf: ReadonlyMap<number, ReadonlyMap<string, SqlUser>>;
  /** Deployment of the account that the environment names. */
  readonly ownDeploymentId: number;
  readonly sql: Pick<SqlSettings, 'account' | 'superUser'>;
}

/**
 * Joins the accounts of projects with the one that the environment names.
 *
 * @throws OperatorError where a variable names an account that cannot be meant
 */
export async function openSqlAccounts({ usersOf, ownDeploymentId, sql }: SqlAccountsInput): Promise<SqlAccounts> {
  const fault = sqlAccountFault(sql, (name) => accountIn(usersOf, name) !== undefined);
  if (fault !== undefined) throw new OperatorError(fault);
  const own = sql.account && (await accountOf(sql.account, ownDeploymentId));
  const find = (name: string) => (own?.name === name ? own : accountIn(usersOf, name));
  const { superUser } = sql;
  const superAccounts = new WeakMap<SqlAccount, SqlAccount>();
  const asSuper = (account: SqlAccount): SqlAccount => {
    const known: SqlAccount = superAccounts.get(account) ?? { ...account, maySwitchTo: 'all' };
    superAccounts.set(account, known);
    return known;
  };
  return {
    named: (name) => {
      const account = find(name);
      return account && name === superUser ? asSuper(account) : account;
    },
  };
}

const keptAccounts = new WeakMap<SqlUser, SqlAccount>();

function accountIn(usersOf: SqlAccountsInput['usersOf'], name: string): SqlAccount | undefined {
  for (const [deploymentId, users] of usersOf) {
    const user = users.get(name);
    if (!user) continue;
    // The same object for as long as the project has it, so that a change is seen.
    const kept = keptAccounts.get(user) ?? { ...user, deploymentId };
    keptAccounts.set(user, kept);
    return kept;
  }
  return undefined;
}

async function accountOf(
  { name, password }: NonNullable<SqlSettings['account']>,
  deploymentId: number,
): Promise<SqlAccount> {
  const verifier = readScramVerifier(await scramVerifierText(password));
  if (!verifier) throw new Error('a verifier that was made is not read');
  return { name, verifier, securityContext: {}, maySwitchTo: [], deploymentId };
}
