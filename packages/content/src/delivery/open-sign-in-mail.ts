import { type JobHandler, JobStore, type Store } from '@orrery/store';
import type { Changes, SignInService, UserService } from '@orrery/people';
import { ForgottenPasswordHandler, ForgottenPasswords } from './forgotten-passwords.ts';
import { SignInMail, type SignInMailDependencies } from './sign-in-mail.ts';

interface SignInDependencies {
  readonly store: Pick<Store, 'database'>;
  readonly accountId: number;
  readonly changes: Changes;
  readonly users: UserService;
  readonly signIn: SignInService;
}

/** Sending links that set passwords. */
export interface OpenSignInMail {
  readonly signInMail: SignInMail;
  readonly forgottenPasswords: ForgottenPasswords;
  readonly forgottenPasswordHandler: JobHandler;
}

export function openSignInMail(
  { store: { database }, accountId, changes, users, signIn }: SignInDependencies,
  { clock, ...mail }: SignInMailDependencies & { readonly clock: { now(): number } },
): OpenSignInMail {
  const signInMail = new SignInMail(mail);
  return {
    signInMail,
    forgottenPasswords: new ForgottenPasswords({ database, accountId, jobs: new JobStore(database), clock }),
    forgottenPasswordHandler: new ForgottenPasswordHandler({ changes, users, signIn, signInMail }),
  };
}
