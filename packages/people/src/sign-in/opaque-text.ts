import { hash, randomBytes } from 'node:crypto';

/** Of session cookies and links: nobody guesses 32 random bytes, so a plain hash of them is all that is stored. */
export function makeOpaqueText(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOfOpaqueText(text: string): string {
  return hash('sha256', text, 'base64url');
}

export function isOpaqueText(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
