import type { Role } from './role.ts';

export const userStatuses = ['active', 'deactivated'] as const;

export type UserStatus = (typeof userStatuses)[number];

/** Somebody of the account. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string | undefined;
  readonly role: Role;
  readonly status: UserStatus;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
