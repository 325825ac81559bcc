import { hkdfSync } from 'node:crypto';

/** Encrypts the secrets of the metadata store. */
export interface MasterKey {
  /** 32 of them. */
  readonly bytes: Uint8Array;
  /** Tells keys apart; may be shown. */
  readonly id: string;
}

const idBytes = 6;

/** RFC 5869; the salt is empty because the input is a key, not a password. */
export function deriveMasterKey(text: string): MasterKey {
  const bytes = derive(text, 'orrery master key', 32);
  return { bytes, id: `k-${Buffer.from(derive(bytes, 'orrery master key id', idBytes)).toString('hex')}` };
}

/** Another key for one purpose, from which the master key cannot be found. */
export function deriveKey({ bytes }: MasterKey, purpose: string): Uint8Array {
  return derive(bytes, purpose, 32);
}

function derive(from: string | Uint8Array, purpose: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', from, '', purpose, length));
}
