import { meOperations } from '@orrery/contract';
import type { PreferenceService, SignInService, UserService } from '@orrery/people';
import { type PlatformFace, serve } from '../serve.ts';
import { signInOriginOf } from '../session/sign-in-origin.ts';
import { type AccountsOfSignIns, nameAtSignIn } from '../session/account-of-sign-in.ts';
import { presentCurrentUser, presentViewer } from './present-user.ts';
import { type Memberships, showUser } from './show-users.ts';

export interface MeServices extends Memberships, Pick<AccountsOfSignIns, 'accountId' | 'accounts'> {
  readonly users: UserService;
  readonly signIn: SignInService;
  readonly preferences: PreferenceService;
}

/** Serves what callers may know and change about themselves. */
export function serveMe(face: PlatformFace, services: MeServices): void {
  const { users, signIn, preferences } = services;

  serve(face, meOperations.get, async ({ caller }) => {
    if (caller.kind === 'viewer') return presentViewer(caller);
    const { accountId, userId } = caller;
    return presentCurrentUser(
      await showUser(accountId, await users.get(accountId, userId), services),
      await nameAtSignIn(accountId, services),
    );
  });

  serve(face, meOperations.changePassword, async ({ caller: { accountId, userId, sessionId }, body, request }) => {
    const { currentPassword: current, newPassword: password, endConnected } = body;
    const origin = { ...signInOriginOf(request), sessionId };
    await signIn.changePassword(accountId, userId, { current, password, endConnected }, origin);
  });

  serve(face, meOperations.preferences, ({ caller: { accountId, userId } }) => preferences.get(accountId, userId));

  serve(face, meOperations.updatePreferences, ({ caller: { userId }, makeChange, body }) =>
    makeChange((change) => preferences.update(change, userId, body)),
  );
}
