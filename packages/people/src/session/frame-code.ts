import { randomInt } from 'node:crypto';

/** Letters that neither look like others nor make words (RFC 8628 section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 12;
const group = 4;

/** Makes the code by which a frame fetches a session: twelve letters, which people can type. */
export function makeFrameCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** Reads a code as people type it, in any case, with or without dashes and blanks. */
export function readFrameCode(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined;
}

/** Writes a code in groups of letters. */
export function shownFrameCode(code: string): string {
  return (code.match(new RegExp(`.{${group}}`, 'g')) ?? []).join('-');
}
