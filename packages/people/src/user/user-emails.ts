import type { EmailAddress } from './user.ts';
import { textFault } from '@orrery/kernel';
import { emailFault } from './username.ts';

const mostAddresses = 50;

interface Addresses {
  readonly email: string | null;
  readonly emails: readonly EmailAddress[];
}

/** Chooses the main address among several: the primary, else the first, else a username that is an address. */
export function ofSeveral(emails: readonly EmailAddress[], username: string): Addresses {
  const main = emails.find(({ primary }) => primary === true) ?? emails[0];
  return { email: main?.value ?? (emailFault(username.trim()) === undefined ? username.trim() : null), emails };
}

/** Sets another main address; it replaces the previous one in the list. */
export function withMain(emails: readonly EmailAddress[], email: string | null): Addresses {
  if (email === null) return { email, emails: [] };
  const index = Math.max(
    emails.findIndex(({ primary }) => primary === true),
    0,
  );
  const known = emails[index];
  if (!known) return { email, emails: [{ value: email, type: 'work', primary: true }] };
  return { email, emails: emails.with(index, { ...known, value: email }) };
}

export function emailsFault(emails: readonly EmailAddress[]): string | undefined {
  if (emails.length > mostAddresses) return `are more than ${mostAddresses}`;
  if (emails.filter(({ primary }) => primary === true).length > 1) return 'have more than one that is primary';
  const fault = emails
    .flatMap(({ value, type, display }) => [emailFault(value), textFault(type ?? ''), textFault(display ?? '')])
    .find((found) => found !== undefined);
  return fault === undefined ? undefined : `have one that ${fault}`;
}

/** @param email address of a user without a list of addresses */
export function readEmails(text: string | null, email: string | null): readonly EmailAddress[] {
  if (text === null) return email === null ? [] : [{ value: email, type: 'work', primary: true }];
  return JSON.parse(text) as readonly EmailAddress[]; // we wrote it
}
