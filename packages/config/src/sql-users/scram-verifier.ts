import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { preparedPassword } from './prepared-password.ts';

const deriveKey = promisify(pbkdf2);

/** Keys of a password that check it, and cannot be used to log in (RFC 5802). */
export interface ScramVerifier {
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly storedKey: Uint8Array;
  readonly serverKey: Uint8Array;
}

/** Numbers that PostgreSQL uses. */
const scramIterations = 4096;
const scramSaltBytes = 16;
const keyBytes = 32;
/** A client computes them while it connects. */
const mostIterations = 10_000_000;

const FORM = /^SCRAM-SHA-256\$(\d{1,8}):([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2}):([A-Za-z0-9+/]+={0,2})$/;

/** Reads the text that PostgreSQL keeps in `pg_authid`; `undefined` for any other text. */
export function readScramVerifier(text: string): ScramVerifier | undefined {
  const [, count = '', ...parts] = FORM.exec(text) ?? [];
  const [salt, storedKey, serverKey] = parts.map((part) => Buffer.from(part, 'base64'));
  const iterations = Number(count);
  if (!salt || storedKey?.length !== keyBytes || serverKey?.length !== keyBytes) return undefined;
  if (iterations < scramIterations || iterations > mostIterations) return undefined;
  return { iterations, salt, storedKey, serverKey };
}

/** Makes the text that PostgreSQL keeps of a password. @param salt a new one, except where two texts are compared */
export async function scramVerifierText(
  password: string,
  salt: Uint8Array = randomBytes(scramSaltBytes),
  iterations: number = scramIterations,
): Promise<string> {
  const salted = await deriveKey(preparedPassword(password), salt, iterations, keyBytes, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${Buffer.from(salt).toString('base64')}$${storedKey}:${serverKey}`;
}
