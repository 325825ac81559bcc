import { createHmac } from 'node:crypto';

/** The values of a flow that only its state and the key of this server give, so that the store needs neither. */
export function derivedValues(key: Uint8Array, state: string): { readonly verifier: string; readonly nonce: string } {
  const derive = (label: string) => createHmac('sha256', key).update(`${label}/${state}`).digest('base64url');
  return { verifier: derive('verifier'), nonce: derive('nonce') };
}
