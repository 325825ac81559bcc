import type { Insertable, Updateable } from 'kysely';
import type { UserTable } from '@orrery/store';
import { faultsIn, type InputProblem, type Role, textFault } from '@orrery/kernel';
import type { EmailAddress, UserStatus } from './user.ts';
import { emailsFault, ofSeveral, readEmails, withMain } from './user-emails.ts';
import type { UserRow } from './user-store.ts';
import { emailFault, usernameFault, usernameKey } from './username.ts';

/** Missing fields keep their value; `null` clears. */
export interface ProfileChange {
  readonly username?: string | undefined;
  /** The main address. Ignored when `emails` is given. */
  readonly email?: string | null | undefined;
  readonly emails?: readonly EmailAddress[] | undefined;
  readonly displayName?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
  readonly formattedName?: string | null | undefined;
  readonly picture?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}

const textColumns = {
  displayName: 'display_name',
  givenName: 'given_name',
  familyName: 'family_name',
  formattedName: 'formatted_name',
  picture: 'picture',
  externalId: 'external_id',
} as const;

const longestPicture = 2_000;

export function profileFaults(given: ProfileChange): readonly InputProblem[] {
  return faultsIn(given, {
    username: usernameFault,
    email: emailFault,
    emails: emailsFault,
    displayName: textFault,
    givenName: textFault,
    familyName: textFault,
    formattedName: textFault,
    picture: pictureFault,
    externalId: textFault,
  });
}

type NewUserColumns = Pick<Insertable<UserTable>, 'username' | 'username_key' | 'email'> & Updateable<UserTable>;

export function newColumns(given: ProfileChange & { readonly username: string }): NewUserColumns {
  const username = given.username.trim();
  const addresses = given.emails
    ? ofSeveral(given.emails, username)
    : { email: given.email ?? null, emails: withMain([], given.email ?? null).emails };
  const texts = Object.entries(textColumns).map(([field, column]) => [column, textOf(given, field) ?? null]);
  return {
    username,
    username_key: usernameKey(username),
    email: addresses.email,
    emails: JSON.stringify(addresses.emails),
    ...Object.fromEntries(texts),
  };
}

export interface StandingChange {
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

/** Returns the columns to change; empty when nothing changes. */
export function changedColumns(row: UserRow, change: ProfileChange & StandingChange): Updateable<UserTable> {
  const username = change.username?.trim() ?? row.username;
  const wanted: Record<string, unknown> = { username, username_key: usernameKey(username) };
  if (change.role !== undefined) wanted['role'] = change.role;
  if (change.status !== undefined) wanted['status'] = change.status;
  for (const [field, column] of Object.entries(textColumns)) {
    const text = textOf(change, field);
    if (text !== undefined) wanted[column] = text;
  }
  const { email, emails } = addressesOf(row, change, username);
  wanted['email'] = email;
  if (JSON.stringify(emails) !== JSON.stringify(readEmails(row.emails, row.email))) {
    wanted['emails'] = JSON.stringify(emails);
  }
  const before: Readonly<Record<string, unknown>> = { ...row };
  return Object.fromEntries(Object.entries(wanted).filter(([column, value]) => before[column] !== value));
}

/** Names of the fields outside of the store. */
export function changedFields(columns: Updateable<UserTable>): readonly string[] {
  const names = new Map<string, string>(Object.entries(textColumns).map(([field, column]) => [column, field]));
  return Object.keys(columns).flatMap((column) => (column === 'username_key' ? [] : (names.get(column) ?? column)));
}

function addressesOf(row: UserRow, change: ProfileChange, username: string) {
  const emails = readEmails(row.emails, row.email);
  if (change.emails) return ofSeveral(change.emails, username);
  if (change.email !== undefined)
    return change.email === row.email ? { email: row.email, emails } : withMain(emails, change.email);
  // An address that is just the username is removed with it.
  return emails.length === 0 && row.email === row.username ? ofSeveral([], username) : { email: row.email, emails };
}

function textOf(given: ProfileChange, field: string): string | null | undefined {
  const text = given[field as keyof typeof textColumns]; // from the table of columns
  return text === undefined || text === null ? text : text.trim() === '' ? null : text;
}

/** Checks the address of a picture, which other users' browsers load. */
function pictureFault(address: string): string | undefined {
  if (address === '') return undefined;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'is no http or https address';
  return textFault(address, longestPicture);
}
