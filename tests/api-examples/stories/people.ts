import type { Recorder } from '../recorder.ts';

const password = 'correct horse battery staple';

/** Signs somebody in by a provider. */
type SignInBy = (
  providerId: number,
  person: { readonly subject: string; readonly userName: string; readonly frame?: string },
) => Promise<
  { readonly kind: 'refused' } | { readonly kind: 'signed-in'; readonly session: { readonly text: string } }
>;

/** Users, groups, attributes, roles, keys and sessions. */
export async function tellPeople(api: Recorder, origin: string, signInBy: SignInBy): Promise<void> {
  await api.ask('createAccountUserAttribute');
  const { body: attributes } = await api.ask('getAccountUserAttributes', { parameters: { first: 10 } });
  const attribute = { parameters: { id: attributes.items[0].id } };
  await api.ask('getAccountUserAttribute', attribute);
  await api.ask('updateAccountUserAttribute', attribute);
  const { body: role } = await api.ask('createRole');
  const ofRole = { parameters: { id: role.id } };
  await api.ask('getRoles', { parameters: { first: 10 } });
  await api.ask('getRole', ofRole);
  await api.ask('updateRole', ofRole);
  const userAttributes = [{ name: 'city', value: 'Oslo' }];
  const { body: user } = await api.ask('createUser', {
    body: { username: 'ann', email: 'ann@example.com', role: 'explorer', userAttributes },
  });
  const ofUser = { parameters: { id: user.id } };
  await api.ask('getUsers', { parameters: { first: 1, search: 'ann' } });
  await api.ask('getUser', ofUser);
  await api.ask('updateUser', { ...ofUser, body: { firstName: 'Ann' } });
  await api.ask('getUserValues', ofUser);
  await tellGroups(api, user.id);
  await api.ask('inviteUser', ofUser);
  const { body: link } = await api.ask('inviteUser', ofUser);
  await tellSessions(api, origin, link.token);
  await tellProviders(api, origin, signInBy);
  await api.ask('resetPassword', ofUser);
  const { body: key } = await api.ask('createApiKey');
  await api.ask('getApiKeys', { parameters: { first: 10 } });
  await api.ask('updateApiKey', { parameters: { id: key.id } });
  await api.ask('revokeApiKey', { parameters: { id: key.id } });
  await api.ask('getCurrentUser');
  await api.ask('getPreferences');
  await api.ask('updatePreferences', { body: { theme: 'dark' } });
  await api.ask('getAppConfig');
  await api.ask('getAccountSettings');
  await api.ask('updateAccountSettings');
  await api.ask('getAuditLog', { parameters: { first: 2 } });
  await api.ask('exportAuditLog');
}

async function tellProviders(api: Recorder, origin: string, signInBy: SignInBy): Promise<void> {
  const { body: provider } = await api.ask('createSignInProvider');
  const ofProvider = { parameters: { id: provider.id } };
  await api.ask('getSignInMethods', { isStranger: true });
  await api.ask('getSignInProviders', { parameters: { first: 10 } });
  await api.ask('getSignInProvider', ofProvider);
  await api.ask('updateSignInProvider', ofProvider);
  await api.ask('updateSignInProvider', { ...ofProvider, isKept: false, body: { isOn: true } });
  const frame = 'WbW3tOL5p2G9m3sGkq0Z3d5CwqzC9vS9J1f6n0aXk2E';
  const signedIn = await signInBy(provider.id, { subject: 'f3b1c2d4', userName: 'ann', frame });
  const code = signedIn.kind === 'signed-in' ? signedIn.session.text : '';
  await api.ask('signInToFrameByCode', { isStranger: true, headers: { origin }, body: { frame, code } });
  const { body: identities } = await api.ask('getSignInIdentities', { parameters: { first: 10 } });
  await api.ask('deleteSignInIdentity', { parameters: { id: identities.items[0].id } });
  await api.ask('deleteSignInProvider', ofProvider);
  await api.ask('readSamlMetadata');
  await api.ask('updateSignInPolicy', { body: { requiresProvider: false, exceptUserIds: [] } });
  await api.ask('getSignInPolicy');
}

async function tellGroups(api: Recorder, userId: number): Promise<void> {
  const { body: group } = await api.ask('createAccountGroup', { body: { name: 'Norway' } });
  const ofGroup = { parameters: { id: group.id } };
  await api.ask('getAccountGroups', { parameters: { first: 10 } });
  await api.ask('addGroupMembers', { ...ofGroup, body: { userIds: [userId] } });
  await api.ask('getGroupMembers', { parameters: { id: group.id, first: 10 } });
  await api.ask('getAccountGroup', ofGroup);
  await api.ask('updateAccountGroup', { ...ofGroup, body: { name: 'Norway', description: 'Stores of Norway' } });
  await api.ask('removeGroupMembers', { ...ofGroup, body: { userIds: [userId] } });
}

/** Browsers keep the session as a cookie, and name the page that asks. */
async function tellSessions(api: Recorder, origin: string, token: string): Promise<void> {
  const page = { origin };
  const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await api.ask('redeemSignInLink', { isStranger: true, headers: page, body: { token, password } });
  const { headers } = await api.ask('signIn', { isStranger: true, headers: page, body: { username: 'ann', password } });
  const browser = { ...page, cookie: cookieOf(headers) };
  await api.ask('changePassword', {
    isStranger: true,
    headers: browser,
    body: { currentPassword: password, newPassword: 'staple battery horse correct' },
  });
  const { body: sessions } = await api.ask('getSessions', { parameters: { first: 10 } });
  const body = { username: 'ann', password: 'staple battery horse correct' };
  const again = await api.ask('signIn', { isStranger: true, headers: page, body });
  await api.ask('signOut', { isStranger: true, headers: { ...page, cookie: cookieOf(again.headers) } });
  const frame = await api.ask('signInToFrame', { isStranger: true, headers: page, body });
  await api.ask('signOutOfFrame', { isStranger: true, headers: { ...page, cookie: cookieOf(frame.headers) } });
  await api.ask('endSession', { parameters: { id: sessions.items[0].id } });
  await api.ask('requestPasswordReset', { isStranger: true, headers: page });
}

/** What was made is deleted. */
export async function forgetPeople(api: Recorder): Promise<void> {
  const { body: users } = await api.ask('getUsers', { parameters: { first: 1, search: 'ann' } });
  await api.ask('deleteUser', { parameters: { id: users.items[0].id } });
  const { body: groups } = await api.ask('getAccountGroups');
  await api.ask('deleteAccountGroup', { parameters: { id: groups.items[0].id } });
  const { body: roles } = await api.ask('getRoles');
  await api.ask('deleteRole', { parameters: { id: roles.items[0].id } });
  const { body: attributes } = await api.ask('getAccountUserAttributes');
  await api.ask('deleteAccountUserAttribute', { parameters: { id: attributes.items[0].id } });
}
