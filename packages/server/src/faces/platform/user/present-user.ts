import type { CurrentUser, WireSignInLink, WireUser } from '@orrery/contract';
import { type CustomRole, type Group, type MadeLink, shownName, type User } from '@orrery/people';
import { grantableActions, mayDo, tierOf, type Viewer } from '@orrery/kernel';
import { presentInstant } from '../present-instant.ts';

/** A user with the data needed to show one. */
export interface ShownUser {
  readonly user: User;
  readonly groups: readonly Group[];
  readonly customRoles: readonly CustomRole[];
}

/** @param account the name to sign in with, where the user needs one */
export function presentCurrentUser({ user, groups, customRoles }: ShownUser, account: string | undefined): CurrentUser {
  const { role } = user;
  const rights = { role, grants: customRoles, deployments: 'all' } as const;
  return {
    ...presentPerson({ user, groups, customRoles }),
    account: account ?? null,
    isAdmin: role === 'admin',
    tier: tierOf(rights),
    rights: grantableActions('global').filter((action) => mayDo(rights, action, 'account')),
  };
}

/** A viewer of embedded content, as far as the viewer knows the account: without roles and groups. */
export function presentViewer({ userId, username, email, displayName, picture }: Viewer): CurrentUser {
  return {
    id: userId,
    username,
    email: email ?? null,
    firstName: null,
    lastName: null,
    displayName: displayName || username,
    picture: picture ?? null,
    role: 'viewer',
    account: null,
    isAdmin: false,
    tier: 'viewer',
    rights: [],
    customRoles: [],
    groups: [],
  };
}

export function presentUser({ user, groups, customRoles }: ShownUser): WireUser {
  return {
    ...presentPerson({ user, groups, customRoles }),
    status: user.status,
    managedBy: user.managedBy ?? null,
    createdAt: presentInstant(user.createdAt),
    updatedAt: presentInstant(user.updatedAt),
  };
}

export function presentLink({ kind, text, expiresAt }: MadeLink, isMailed: boolean): WireSignInLink {
  return { kind, token: text, expiresAt: presentInstant(expiresAt), isMailed };
}

function presentPerson({ user, groups, customRoles }: ShownUser) {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? null,
    firstName: user.givenName ?? null,
    lastName: user.familyName ?? null,
    displayName: shownName(user),
    picture: user.picture ?? null,
    role: user.role,
    customRoles: customRoles.map(({ id, name }) => ({ id, name })),
    groups: groups.map(({ id, name }) => ({ id, name })),
  };
}
