/** Whether the bit of a value is set. @param bits one for each value, at least to `index` */
export function hasBit(bits: Uint8Array, index: number): boolean {
  return ((bits[index >> 3] as number) & (1 << (index & 7))) !== 0;
}
