import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type MasterKey } from '../keys/index.ts';

/**
 * Version of the format. A backup is lines of JSON: a header; for each table its name and columns, then its rows as
 * arrays in that order; and an end with the checksum of everything before it. The format is the same for every store.
 * Secrets are included as the store has them, sealed by the master key, which is not part of the backup.
 */
export const backupFormat = 1;

export interface BackupHeader {
  readonly orreryBackup: number;
  /** Version of Orrery that made the backup. */
  readonly version: string;
  readonly createdAt: string;
  /** Id of the master key that opens its secrets. */
  readonly keyId: string;
  /** Migrations its store had applied. */
  readonly migrations: readonly string[];
}

export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The last number given to a row of the table; `null` when rows do not number themselves, or none has been given. */
  readonly lastNumber: number | null;
}

export type BackupValue = string | number | null;

export interface BackupEnd {
  readonly rows: number;
  /** Hex checksum of every byte before this line. */
  readonly sha256: string;
  /**
   * Message authentication code of the checksum, made with the master key: without the key, a backup cannot be changed
   * unnoticed.
   */
  readonly mac: string;
}

export function macOf(sha256: string, key: MasterKey): string {
  return createHmac('sha256', deriveKey(key, 'orrery backup')).update(sha256).digest('hex');
}

export function isMacOf({ sha256, mac }: BackupEnd, key: MasterKey): boolean {
  const [given, made] = [Buffer.from(mac, 'hex'), Buffer.from(macOf(sha256, key), 'hex')];
  return given.length === made.length && timingSafeEqual(given, made);
}
