import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@orrery/kernel';
import { hasCode, syncDirectory } from '../database/index.ts';

const pieceBytes = 64 * 1024;

/**
 * A file that exists completely or not at all, readable by its owner only. It is written under another name and renamed
 * when every byte is on disk; an existing file is never replaced.
 */
export class NewFile {
  readonly #file: string;
  readonly #draft: string;
  readonly #handle: number;
  #held: string[] = [];
  #heldLength = 0;

  /** @throws OperatorError when the file exists already, or cannot be written there */
  constructor(file: string) {
    this.#file = file;
    this.#draft = `${file}${draftMark}${process.pid}`;
    try {
      removeLeftDrafts(file);
      if (existsSync(file)) throw alreadyThere(file);
      this.#handle = openSync(this.#draft, 'wx', 0o600);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new OperatorError(`'${file}' cannot be written: ${reason}`, { cause: error });
    }
  }

  write(text: string): void {
    this.#held.push(text);
    this.#heldLength += text.length;
    if (this.#heldLength >= pieceBytes) this.#flush();
  }

  /** @throws OperatorError when the file has been created by someone else meanwhile */
  finish(): void {
    this.#flush();
    fsyncSync(this.#handle);
    try {
      linkSync(this.#draft, this.#file);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw alreadyThere(this.#file);
      throw error;
    }
    syncDirectory(dirname(this.#file));
  }

  /** Keeps a finished file and removes an unfinished one. Call it in any case. */
  close(): void {
    closeSync(this.#handle);
    rmSync(this.#draft, { force: true });
  }

  #flush(): void {
    let bytes = Buffer.from(this.#held.join(''));
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#handle, bytes));
    this.#held = [];
    this.#heldLength = 0;
  }
}

const draftMark = '.partial-';

/** Removes drafts of processes that were killed. */
function removeLeftDrafts(file: string): void {
  const start = `${basename(file)}${draftMark}`;
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(start) || isRunning(Number(name.slice(start.length)))) continue;
    rmSync(join(dirname(file), name), { force: true });
  }
}

function isRunning(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function alreadyThere(file: string): OperatorError {
  return new OperatorError(`There is a file '${file}' already; it is left as it is.`);
}
