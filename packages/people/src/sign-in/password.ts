import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { Unavailable } from '@orrery/kernel';

const saltBytes = 16;
const hashBytes = 32;
const fewestCharacters = 12;
/** Long enough for any sentence; bounded, so that callers cannot make us hash a megabyte. */
const mostCharacters = 1_000;

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Parameters of argon2; memory is in KiB. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** RFC 9106, with the minimum memory and passes that OWASP recommends. */
const recommended: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Returns why a text cannot become a password, or `undefined`. @param username must not equal the password */
export function passwordFault(password: string, username: string): string | undefined {
  if ([...password].length < fewestCharacters) return `has less than ${fewestCharacters} characters`;
  if (password.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  if (password.toLowerCase().trim() === username.toLowerCase().trim()) return 'is the username';
  return new Set(password).size < 4 ? 'repeats a few characters' : undefined;
}

/** Hashes passwords in the usual text form of argon2, which includes the cost, so that the cost may grow. */
export class Passwords {
  readonly #cost: PasswordCost;
  /** Compared when there is no user, so that it takes the same time. */
  readonly #nobodys: string;

  /** @param cost of what is hashed from now on; stored hashes are compared at their own */
  constructor(cost = recommended) {
    this.#cost = cost;
    this.#nobodys = textOf(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  }

  async hash(password: string): Promise<string> {
    const salt = crypto.randomBytes(saltBytes);
    return textOf(this.#cost, salt, await derive(password, salt, this.#cost, hashBytes));
  }

  /** @param stored `undefined` for an unknown user: takes the same time, and returns false */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    if (password.length > mostCharacters) return false;
    const [, memory, passes, parallelism, salt = '', hash = ''] = form.exec(stored ?? this.#nobodys) ?? [];
    if (hash === '') throw new Error('a stored password has no form that we write');
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const expected = Buffer.from(hash, 'base64');
    const found = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
    return crypto.timingSafeEqual(found, expected) && stored !== undefined;
  }
}

/** Normalizes the text first, so that the same letters from different keyboards give the same password. */
function derive(password: string, nonce: Buffer, cost: PasswordCost, tagLength: number): Promise<Buffer> {
  // Available since Node 24.7.
  if (!crypto.argon2) {
    throw new Unavailable('password.unavailable', `Passwords need Node 24.7 or newer; this is ${process.version}`);
  }
  const message = Buffer.from(password.normalize('NFKC'));
  return promisify(crypto.argon2)('argon2id', { message, nonce, tagLength, ...cost });
}

function textOf({ memory, passes, parallelism }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
