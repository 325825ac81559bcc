import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 12;

/** What reports and dashboards are called in addresses that people pass on. */
export function newPublicId(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
