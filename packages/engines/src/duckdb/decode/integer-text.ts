const WORD = 4_294_967_296;

/** Digits of a 64-bit integer given as two's complement halves. Beyond 2^53 through BigInt, never rounded. */
export function int64Text(low: number, high: number): string {
  if (high === low >> 31) return String(low | 0);
  if (high >= -0x200000 && high < 0x200000) return String(high * WORD + (low >>> 0));
  return String((BigInt(high) << 32n) | BigInt(low >>> 0));
}

/** The same as a number; NaN beyond 2^53. */
export function int64Number(low: number, high: number): number {
  return high >= -0x200000 && high < 0x200000 ? high * WORD + (low >>> 0) : Number.NaN;
}

/** Digits of a 128-bit integer given as four 32-bit words, lowest first; the last one carries the sign. */
export function int128Text(word0: number, word1: number, word2: number, word3: number): string {
  if (word3 === word1 >> 31 && word2 === word3) return int64Text(word0, word1);
  return String((BigInt(word3) << 96n) | unsigned96(word0, word1, word2));
}

export function uint64Text(low: number, high: number): string {
  if (high >>> 0 < 0x200000) return String((high >>> 0) * WORD + (low >>> 0));
  return String((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}

export function uint64Number(low: number, high: number): number {
  return high >>> 0 < 0x200000 ? (high >>> 0) * WORD + (low >>> 0) : Number.NaN;
}

export function uint128Text(word0: number, word1: number, word2: number, word3: number): string {
  if (word2 === 0 && word3 === 0) return uint64Text(word0, word1);
  return String((BigInt(word3 >>> 0) << 96n) | unsigned96(word0, word1, word2));
}

function unsigned96(word0: number, word1: number, word2: number): bigint {
  return (BigInt(word2 >>> 0) << 64n) | (BigInt(word1 >>> 0) << 32n) | BigInt(word0 >>> 0);
}
