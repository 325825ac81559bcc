import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@orrery/kernel';
import type { KeySource } from './key-source.ts';
import { deriveMasterKey, type MasterKey } from './master-key.ts';
import { hasCode, syncDirectory } from '../database/index.ts';

const fileName = 'master.key';
const nextPrefix = `${fileName}.next-`;

interface KeyFile {
  readonly file: string;
  readonly key: MasterKey;
}

/**
 * The master key in a file of the data folder, readable by its owner only.
 *
 * A new key is written next to the current one before the store uses it, and takes its name afterwards. At each moment
 * one of the files opens the store, and the store names which. The process that finds the new key in use renames it.
 * The old key stays as `master.key.before-…`, because backups made with it need it.
 */
export class KeyFolder implements KeySource {
  readonly name: string;
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.name = `the file ${join(directory, fileName)}`;
  }

  keys(): readonly MasterKey[] {
    return this.#files().map(({ key }) => key);
  }

  /**
   * Links a finished file into place. Two first starts at the same time agree on one key that way, and never see a
   * partial one.
   */
  make(): MasterKey {
    const file = join(this.#directory, fileName);
    const draft = `${file}.${process.pid}`;
    writeKey(draft);
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    syncDirectory(this.#directory);
    return readKey(file);
  }

  settle({ id }: MasterKey): void {
    const files = this.#files();
    const inUse = join(this.#directory, fileName);
    const isInUse = files.some(({ file, key }) => file === inUse && key.id === id);
    const found = files.find(({ key }) => key.id === id);
    if (found && !isInUse) this.#takeOver(found.file);
  }

  /**
   * Writes a new key next to the current one. The caller must hold the store's lock and have settled the key in use;
   * other keys found there were never used.
   */
  prepareNext(): MasterKey {
    for (const name of readdirSync(this.#directory)) {
      if (name.startsWith(nextPrefix)) rmSync(join(this.#directory, name), { force: true });
    }
    const file = join(this.#directory, `${nextPrefix}${randomBytes(6).toString('hex')}`);
    writeKey(file);
    syncDirectory(this.#directory);
    return readKey(file);
  }

  /** Renames the new key, unless another process has done so already. */
  #takeOver(file: string): void {
    const inUse = join(this.#directory, fileName);
    try {
      const old = readIfThere(inUse);
      if (old) linkSync(inUse, `${inUse}.before-${old.id}`);
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'ENOENT')) throw error;
    }
    try {
      renameSync(file, inUse);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
    syncDirectory(this.#directory);
  }

  /** Lists the key files, the one in use first. */
  #files(): readonly KeyFile[] {
    const names = readdirSync(this.#directory);
    const nexts = names.filter((name) => name.startsWith(nextPrefix)).sort();
    const all = [...(names.includes(fileName) ? [fileName] : []), ...nexts].map((name) => join(this.#directory, name));
    return all.flatMap((file) => {
      const key = readIfThere(file);
      return key ? [{ file, key }] : [];
    });
  }
}

function writeKey(file: string): void {
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
}

/** @throws OperatorError */
function readKey(file: string): MasterKey {
  const text = readFileSync(file, 'utf8').trim();
  if (text.length >= 32) return deriveMasterKey(text);
  throw new OperatorError(`The master key file '${file}' is damaged: it holds too few characters.`);
}

/** Ignores a partial key, left by a process that was killed while writing it. */
function readIfThere(file: string): MasterKey | undefined {
  try {
    return readKey(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (error instanceof OperatorError && file.includes(nextPrefix)) return undefined;
    throw error;
  }
}
