import type { Metadata } from '@orrery/deployments';
import { OperatorError } from '@orrery/kernel';

/** The user that a flag names; the first admin without it. @throws OperatorError, NotFound */
export async function userOf({ users, accounts, accountId }: Metadata, flag: string | boolean | undefined) {
  if (flag !== undefined) return users.find(accountId, String(flag));
  const admin = await accounts.ensureAdmin(accountId);
  if (admin) return admin;
  throw new OperatorError('No user is an active admin; name another one with --user.');
}
