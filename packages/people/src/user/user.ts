import type { Role } from '@orrery/kernel';

export const userStatuses = ['invited', 'active', 'deactivated'] as const;

export type UserStatus = (typeof userStatuses)[number];

export interface EmailAddress {
  readonly value: string;
  /** `work`, `home` or any other label. */
  readonly type?: string | undefined;
  readonly primary?: boolean | undefined;
  readonly display?: string | undefined;
}

/** Personal data; none of it grants rights. */
interface UserProfile {
  readonly displayName: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly formattedName: string | undefined;
  /** Address of an image. */
  readonly picture: string | undefined;
  /** Id in the system that provisions the user. */
  readonly externalId: string | undefined;
  readonly emails: readonly EmailAddress[];
}

/** A user of the account, who signs in or acts through API keys. Instants are epoch milliseconds. */
export interface User extends UserProfile {
  readonly id: number;
  /** Random id for other systems. */
  readonly uid: string;
  readonly username: string;
  /** Address for mail; one of `emails`, or the username. */
  readonly email: string | undefined;
  readonly role: Role;
  readonly status: UserStatus;
  /**
   * The manager of the user, who has no password and no invitation then: an identity provider, or an application whose
   * service account it is.
   */
  readonly managedBy: 'scim' | 'client' | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change, from 1. */
  readonly version: number;
}

/** Name to show for a person. */
export function shownName({ displayName, formattedName, givenName, familyName, username }: User): string {
  const together = [givenName, familyName].filter((part) => part !== undefined).join(' ');
  return displayName ?? formattedName ?? (together === '' ? username : together);
}
