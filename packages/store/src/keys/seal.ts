import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { OperatorError } from '@orrery/kernel';
import type { MasterKey } from './master-key.ts';

const version = 'v1';
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Reports that a sealed text does not open: it was sealed with another master key, or changed. */
export class SealError extends OperatorError {
  constructor() {
    super(
      'The master key does not open the secrets in the metadata store. Give the key they were written with ' +
        '(ORRERY_SECRET_KEY, or the file master.key in the data folder).',
    );
  }
}

/**
 * Encrypts a secret for storage (AES-256-GCM, NIST SP 800-38D).
 *
 * @param place the owner of the text, such as `deployment/1/api-secret`: a text moved to another owner does not open
 */
export function seal(text: string, key: MasterKey, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key.bytes, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** @throws SealError */
export function unseal(sealed: string, key: MasterKey, place: string): string {
  const [sealedVersion, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (sealedVersion !== version || bytes.length < nonceBytes + tagBytes) throw new SealError();
  const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new SealError(); // the only failure GCM has: the tag does not fit
  }
}
