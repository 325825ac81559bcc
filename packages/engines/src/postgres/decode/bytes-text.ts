import { blobText } from '../../value-text/index.ts';

/** `\\x4100ff` */
export function bytesText(hex: string): string {
  return blobText(Buffer.from(hex.slice(2), 'hex'));
}
