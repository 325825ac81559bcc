import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../config/operator-error.ts';

/** Encrypts the secrets of the metadata store. */
export interface MasterKey {
  /** 32 of them. */
  readonly bytes: Uint8Array;
}

const fileName = 'master.key';

/** The key given, else the one in the data folder, made on first use and readable by its owner only. */
export function loadMasterKey(dataDirectory: string, given: string | undefined): MasterKey {
  if (given !== undefined) return deriveMasterKey(given);
  const file = join(dataDirectory, fileName);
  const text = readIfThere(file) ?? createKeyFile(file);
  if (text.length < 32)
    throw new OperatorError(`The master key file '${file}' is damaged: it holds too few characters.`);
  return deriveMasterKey(text);
}

/** RFC 5869; the salt is empty because the input is a key, not a password. */
export function deriveMasterKey(text: string): MasterKey {
  return { bytes: new Uint8Array(hkdfSync('sha256', text, '', 'orrery master key', 32)) };
}

/** Linking a finished file into place lets two first starts at once agree on one key, and never shows half of one. */
function createKeyFile(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
