import { hkdfSync } from 'node:crypto';

/** Encrypts the secrets of the metadata store. */
export interface MasterKey {
  /** 32 bytes. */
  readonly bytes: Uint8Array;
  /** Identifies the key; not a secret. */
  readonly id: string;
}

const idBytes = 6;

/** RFC 5869; the salt is empty because the input is a key, not a password. */
export function deriveMasterKey(text: string): MasterKey {
  const bytes = derive(text, 'orrery master key', 32);
  return { bytes, id: `k-${Buffer.from(derive(bytes, 'orrery master key id', idBytes)).toString('hex')}` };
}

/** Derives another key for one purpose, from which the master key cannot be computed. */
export function deriveKey({ bytes }: MasterKey, purpose: string): Uint8Array {
  return derive(bytes, purpose, 32);
}

function derive(from: string | Uint8Array, purpose: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', from, '', purpose, length));
}
