import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 12;

/** Random id of a report or dashboard for addresses that people share. */
export function newPublicId(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
