/** Accounts that variables name. */
interface NamedAccounts {
  readonly account?: { readonly name: string };
  readonly superUser?: string;
}

/**
 * Says why the accounts that variables name cannot be meant, in a sentence.
 *
 * @param isNamed whether `sql.users` has an account of a name
 * @returns undefined where nothing is wrong with them
 */
export function sqlAccountFault(
  { account, superUser }: NamedAccounts,
  isNamed: (name: string) => boolean,
): string | undefined {
  if (account && isNamed(account.name)) {
    return `'${account.name}' is an account of sql.users in orrery.yml and of CUBEJS_SQL_PASSWORD: remove one of them.`;
  }
  if (superUser !== undefined && superUser !== account?.name && !isNamed(superUser)) {
    return `CUBEJS_SQL_SUPER_USER is '${superUser}', which is no account: name one of sql.users in orrery.yml, or CUBEJS_SQL_USER.`;
  }
  return undefined;
}
