import { hash, randomBytes } from 'node:crypto';

/** Makes the token of a session cookie or link. 32 random bytes cannot be guessed, so a plain hash is stored. */
export function makeOpaqueText(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOfOpaqueText(text: string): string {
  return hash('sha256', text, 'base64url');
}

export function isOpaqueText(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
