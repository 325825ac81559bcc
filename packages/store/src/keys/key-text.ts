import { hash, randomBytes } from 'node:crypto';

const randomByteCount = 32;

/** Makes a new API key. It is not stored anywhere. */
export function makeKeyText(): string {
  return `sk-${randomBytes(randomByteCount).toString('base64url')}`;
}

/** Hash under which a key is stored. The key has too many random bits to be guessed from it. */
export function hashOfKey(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Bounds the length, so that callers cannot make us hash a megabyte. */
export function isKeyText(text: string): boolean {
  return /^sk-[A-Za-z0-9_-]{32,125}$/.test(text);
}
