const HEX_PREFIX = 2;
/** Written as they are: printable ASCII without quotes. */
const isPlain = (byte: number) => byte > 0x1f && byte < 0x7f && byte !== 0x22 && byte !== 0x27;

/** Bytes (`\x4100ff`) as DuckDB writes them: `A\x00\xFF`. */
export function blobText(hex: string): string {
  let text = '';
  for (const byte of Buffer.from(hex.slice(HEX_PREFIX), 'hex')) {
    text += isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
