/** Whether a byte is written unchanged: printable ASCII without quotes. */
const isPlain = (byte: number) => byte > 0x1f && byte < 0x7f && byte !== 0x22 && byte !== 0x27;

/** Bytes in the form of the DuckDB engine: `A\x00\xFF`. */
export function blobText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text += isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
