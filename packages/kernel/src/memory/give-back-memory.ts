/**
 * Frees the memory of bytes at once, which are empty from then on; otherwise large ones would burden the garbage collector.
 * Parts of a memory leave it as it is.
 */
export function giveBackMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
