import { createHmac, randomInt } from 'node:crypto';
import { deriveKey, type MasterKey } from '@orrery/store';

/** Letters that neither look like others nor make words (RFC 8628 section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** Makes a code that people can read out and type: eight letters, shown in two groups. */
export function makeUserCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return `${text.slice(0, length / 2)}-${text.slice(length / 2)}`;
}

/** Reads a code as people type it, in any case, with or without the dash and blanks. */
export function readUserCode(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined;
}

/** The hash by which a code is stored. A plain one of eight letters could be reversed by trying all of them. */
export function hashOfUserCode(masterKey: MasterKey, code: string): string {
  return createHmac('sha256', deriveKey(masterKey, 'orrery device codes')).update(code).digest('base64url');
}
