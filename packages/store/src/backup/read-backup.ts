import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { OperatorError } from '@orrery/kernel';
import {
  type BackupEnd,
  backupFormat,
  type BackupHeader,
  type BackupTable,
  type BackupValue,
  isMacOf,
} from './backup-format.ts';
import type { MasterKey } from '../keys/index.ts';

/** A backup with a correct checksum; its tables and rows are read again when needed. */
export interface Backup {
  readonly header: BackupHeader;
  readonly end: BackupEnd;
}

export type BackupPart =
  | { readonly kind: 'table'; readonly table: BackupTable }
  | { readonly kind: 'row'; readonly values: readonly BackupValue[] };

const longestLine = 64 * 1024 * 1024;

const headerSchema = z.strictObject({
  orreryBackup: z.literal(backupFormat),
  version: z.string(),
  createdAt: z.iso.datetime(),
  keyId: z.string(),
  migrations: z.array(z.string()).min(1),
});
const tableSchema = z.strictObject({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  lastNumber: z.int().nullable(),
});
const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));
const hex = z.string().regex(/^[0-9a-f]{64}$/);
const endSchema = z.strictObject({ end: z.strictObject({ rows: z.int(), sha256: hex, mac: hex }) });

/**
 * Reads the whole file and changes nothing. @throws OperatorError when it is not a backup, not complete, or of a newer
 * format
 */
export async function inspectBackup(file: string): Promise<Backup> {
  const reading = new BackupReading(file);
  let rows = 0;
  for await (const part of reading.parts()) if (part.kind === 'row') rows += 1;
  const { header, end } = reading;
  if (!header || !end || end.rows !== rows) throw damaged(file);
  return { header, end };
}

/** @throws OperatorError when the backup was changed without the key */
export function requireGenuine({ end }: Backup, key: MasterKey, file: string): void {
  if (isMacOf(end, key)) return;
  throw new OperatorError(`'${file}' was changed after it was made: its signature does not match the master key.`);
}

/**
 * Reads the lines between header and end, in order. Their checksum must be the inspected one, because the file may have
 * been replaced in between.
 *
 * @throws OperatorError at the end when it is another file
 */
export async function* readBackup(file: string, backup: Backup): AsyncGenerator<BackupPart, void> {
  const reading = new BackupReading(file);
  yield* reading.parts();
  if (reading.end?.sha256 !== backup.end.sha256) throw damaged(file);
}

/** One pass through the file. */
class BackupReading {
  readonly #file: string;
  header: BackupHeader | undefined;
  end: BackupEnd | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async *parts(): AsyncGenerator<BackupPart, void> {
    const checksum = createHash('sha256');
    let columns: number | undefined;
    for await (const line of linesOf(this.#file)) {
      const value = parse(line);
      const end = endSchema.safeParse(value);
      if (this.end) throw damaged(this.#file);
      if (end.success) {
        this.end = end.data.end;
        if (checksum.digest('hex') !== this.end.sha256) throw damaged(this.#file);
        continue;
      }
      checksum.update(line).update('\n');
      if (!this.header) {
        this.header = this.#readHeader(value);
        continue;
      }
      const table = tableSchema.safeParse(value);
      const row = rowSchema.safeParse(value);
      if (table.success) {
        columns = table.data.columns.length;
        yield { kind: 'table', table: table.data };
      } else if (row.success && row.data.length === columns) {
        yield { kind: 'row', values: row.data };
      } else throw damaged(this.#file);
    }
    if (!this.end) throw damaged(this.#file);
  }

  #readHeader(value: unknown): BackupHeader {
    const header = headerSchema.safeParse(value);
    if (header.success) return header.data;
    const known = z.object({ orreryBackup: z.number() }).safeParse(value);
    if (!known.success) throw new OperatorError(`'${this.#file}' is not a backup of Orrery.`);
    if (known.data.orreryBackup === backupFormat) throw damaged(this.#file);
    throw new OperatorError(
      `'${this.#file}' is a backup in format ${known.data.orreryBackup}; this version of Orrery reads format ${backupFormat}.`,
    );
  }
}

function damaged(file: string): OperatorError {
  return new OperatorError(`The backup '${file}' is damaged or incomplete: its checksum does not match.`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // not a line of a backup, whatever its declared type
  }
}

/** Reads lines without their line ends; a last line without one is incomplete. @throws OperatorError */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  let held: string[] = [];
  let heldLength = 0;
  try {
    for await (const piece of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const [first = '', ...more] = piece.split('\n');
      held.push(first);
      heldLength += first.length;
      if (heldLength > longestLine) throw damaged(file);
      if (more.length === 0) continue;
      yield held.join('');
      const last = more.pop() ?? '';
      yield* more;
      held = [last];
      heldLength = last.length;
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`'${file}' cannot be read: ${reason}`, { cause: error });
  }
  if (heldLength > 0) throw damaged(file);
}
