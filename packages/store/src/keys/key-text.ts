import { hash, randomBytes } from 'node:crypto';

const randomByteCount = 32;

/** A new API key. Not stored anywhere. */
export function makeKeyText(): string {
  return `sk-${randomBytes(randomByteCount).toString('base64url')}`;
}

/** What is stored of a key: it has too many random bits to be guessed from its hash. */
export function hashOfKey(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Bounded, so that nobody makes us hash a megabyte. */
export function isKeyText(text: string): boolean {
  return /^sk-[A-Za-z0-9_-]{32,125}$/.test(text);
}
