import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type MasterKey } from '../keys/index.ts';

/**
 * A backup is lines of JSON: a header; for each table its name and columns, then its rows as arrays in that order; and
 * an end with the checksum of all before it. It is the same for every store. Secrets are in it as the store has them,
 * sealed by the master key, which is not in it.
 */
export const backupFormat = 1;

export interface BackupHeader {
  readonly orreryBackup: number;
  /** Of the Orrery that made it. */
  readonly version: string;
  readonly createdAt: string;
  /** Of the master key that opens its secrets. */
  readonly keyId: string;
  /** The steps its store had seen. */
  readonly migrations: readonly string[];
}

export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The last number its rows were given; `null` where they do not number themselves, or none has been given. */
  readonly lastNumber: number | null;
}

export type BackupValue = string | number | null;

export interface BackupEnd {
  readonly rows: number;
  /** Hex, of every byte before the line it stands in. */
  readonly sha256: string;
  /** Made of the checksum by the master key: nobody else can change a backup. */
  readonly mac: string;
}

export function macOf(sha256: string, key: MasterKey): string {
  return createHmac('sha256', deriveKey(key, 'orrery backup')).update(sha256).digest('hex');
}

export function isMacOf({ sha256, mac }: BackupEnd, key: MasterKey): boolean {
  const [given, made] = [Buffer.from(mac, 'hex'), Buffer.from(macOf(sha256, key), 'hex')];
  return given.length === made.length && timingSafeEqual(given, made);
}
