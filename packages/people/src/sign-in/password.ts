import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { Unavailable } from '@orrery/kernel';

/** RFC 9106, with the minimum memory and passes that OWASP recommends. */
const current = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;
const fewestCharacters = 12;
/** Long enough for any sentence; bounded, so that callers cannot make us hash a megabyte. */
const mostCharacters = 1_000;

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Returns why a text cannot become a password, or `undefined`. @param username must not equal the password */
export function passwordFault(password: string, username: string): string | undefined {
  if ([...password].length < fewestCharacters) return `has less than ${fewestCharacters} characters`;
  if (password.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  if (password.toLowerCase().trim() === username.toLowerCase().trim()) return 'is the username';
  return new Set(password).size < 4 ? 'repeats a few characters' : undefined;
}

/** Hashes a password in the usual text form of argon2, which includes the cost, so that the cost may grow. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  const hash = await derive(password, salt, current, hashBytes);
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** @param stored `undefined` for an unknown user: takes the same time, and returns false */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > mostCharacters) return false;
  const [, memory, passes, parallelism, salt = '', hash = ''] = form.exec(stored ?? nobodys) ?? [];
  if (hash === '') throw new Error('a stored password has no form that we write');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return crypto.timingSafeEqual(found, expected) && stored !== undefined;
}

/** Normalizes the text first, so that the same letters from different keyboards give the same password. */
function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // Available since Node 24.7.
  if (!crypto.argon2) {
    throw new Unavailable('password.unavailable', `Passwords need Node 24.7 or newer; this is ${process.version}`);
  }
  const message = Buffer.from(password.normalize('NFKC'));
  return promisify(crypto.argon2)('argon2id', { message, nonce, tagLength, ...cost });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const nobodys = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(
  Buffer.alloc(saltBytes),
)}$${base64(Buffer.alloc(hashBytes))}`;
