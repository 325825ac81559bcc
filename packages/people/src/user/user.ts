import type { Role } from '@orrery/kernel';

export const userStatuses = ['invited', 'active', 'deactivated'] as const;

export type UserStatus = (typeof userStatuses)[number];

export interface EmailAddress {
  readonly value: string;
  /** `work`, `home` or what somebody else calls it. */
  readonly type?: string | undefined;
  readonly primary?: boolean | undefined;
  readonly display?: string | undefined;
}

/** What is said of a person; none of it grants anything. */
interface UserProfile {
  readonly displayName: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly formattedName: string | undefined;
  /** Address of an image. */
  readonly picture: string | undefined;
  /** Of the system that provides the user. */
  readonly externalId: string | undefined;
  readonly emails: readonly EmailAddress[];
}

/** Somebody of the account who signs in or acts through API keys. Instants are epoch milliseconds. */
export interface User extends UserProfile {
  readonly id: number;
  /** Random, for other systems. */
  readonly uid: string;
  readonly username: string;
  /** Where mail reaches them; one of `emails`, or the username. */
  readonly email: string | undefined;
  readonly role: Role;
  readonly status: UserStatus;
  /** Who else looks after the user, and so after passwords and invitations. */
  readonly managedBy: 'scim' | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change, from 1. */
  readonly version: number;
}

/** How a person is called where names are shown. */
export function shownName({ displayName, formattedName, givenName, familyName, username }: User): string {
  const together = [givenName, familyName].filter((part) => part !== undefined).join(' ');
  return displayName ?? formattedName ?? (together === '' ? username : together);
}
