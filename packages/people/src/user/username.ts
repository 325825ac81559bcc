import { nameKey } from '@orrery/kernel';

/** Length of the longest name and mail address; the limit of RFC 5321 for the latter is lower. */
const longest = 255;

export function usernameKey(username: string): string {
  return nameKey(username);
}

/** Returns why a text cannot be a username, or `undefined`. */
export function usernameFault(username: string): string | undefined {
  if (usernameKey(username) === '') return 'is empty';
  if (username.length > longest) return `has more than ${longest} characters`;
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) return 'has characters that cannot be seen';
  return undefined;
}

export function emailFault(email: string): string | undefined {
  if (email.length > longest) return `has more than ${longest} characters`;
  return /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email) ? undefined : 'is no e-mail address';
}
