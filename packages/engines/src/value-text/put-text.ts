import type { ByteSink } from './byte-sink.ts';

/** Memory with texts. */
export interface TextSource {
  readonly bytes: Uint8Array;
  /** The memory of `bytes`. */
  readonly view: DataView;
}

export function textSource(bytes: Uint8Array): TextSource {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/**
 * Writes a text of UTF-8 bytes as JSON without its quotes. Returns false, without writing, where it needs an escape or
 * is no valid UTF-8.
 */
export function putPlainText(sink: ByteSink, source: TextSource, from: number, length: number): boolean {
  sink.reserve(length);
  const { bytes: out, view: outView } = sink;
  const { bytes, view } = source;
  const to = from + length;
  const lastWord = to - 4;
  let at = sink.end;
  let extra = 0;
  for (let index = from; index < to; ) {
    if (index <= lastWord) {
      const word = view.getInt32(index, true);
      if (isPlainWord(word)) {
        outView.setInt32(at, word, true);
        at += 4;
        index += 4;
        continue;
      }
    }
    const byte = bytes[index] as number; // before `to`
    if (byte < 0x80) {
      if (byte < 0x20 || byte === 0x22 || byte === 0x5c) return false;
      out[at] = byte;
      at += 1;
      index += 1;
      continue;
    }
    const size = sequenceBytes(bytes, index, to);
    if (size === 0) return false;
    for (const end = index + size; index < end; index += 1, at += 1) out[at] = bytes[index] as number;
    extra += size === 4 ? 2 : size - 1; // four bytes are two UTF-16 units
  }
  sink.end = at;
  sink.extra += extra;
  return true;
}

/** Writes a text of UTF-8 bytes unchanged. Returns false, without writing, where it has a zero byte or is no valid UTF-8. */
export function putUtf8(sink: ByteSink, source: TextSource, from: number, length: number): boolean {
  sink.reserve(length);
  const { bytes: out, view: outView } = sink;
  const { bytes, view } = source;
  const to = from + length;
  const lastWord = to - 4;
  let at = sink.end;
  for (let index = from; index < to; ) {
    if (index <= lastWord) {
      const word = view.getInt32(index, true);
      if ((((word - 0x01010101) | word) & 0x80808080) === 0) {
        outView.setInt32(at, word, true);
        at += 4;
        index += 4;
        continue;
      }
    }
    const byte = bytes[index] as number; // before `to`
    if (byte < 0x80) {
      if (byte === 0) return false;
      out[at] = byte;
      at += 1;
      index += 1;
      continue;
    }
    const size = sequenceBytes(bytes, index, to);
    if (size === 0) return false;
    for (const end = index + size; index < end; index += 1, at += 1) out[at] = bytes[index] as number;
  }
  sink.end = at;
  return true;
}

/** Whether none of four bytes is a control character, a quote, a backslash, or a part of a longer character. */
function isPlainWord(word: number): boolean {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const found = (word - 0x20202020) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | word;
  return (found & 0x80808080) === 0; // the highest bit of each byte
}

/** Number of bytes of the character that begins at `at` with a byte above 0x7F; 0 where it is none (Unicode, table 3-7). */
function sequenceBytes(source: Uint8Array, at: number, to: number): 0 | 2 | 3 | 4 {
  const first = source[at] as number;
  const second = at + 1 < to ? (source[at + 1] as number) : 0;
  if (first >= 0xc2 && first <= 0xdf) return isWithin(second, 0x80, 0xbf) ? 2 : 0;
  const third = at + 2 < to ? (source[at + 2] as number) : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const isSecond = isWithin(second, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf);
    return isSecond && isWithin(third, 0x80, 0xbf) ? 3 : 0;
  }
  if (first < 0xf0 || first > 0xf4) return 0;
  const fourth = at + 3 < to ? (source[at + 3] as number) : 0;
  const isSecond = isWithin(second, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf);
  return isSecond && isWithin(third, 0x80, 0xbf) && isWithin(fourth, 0x80, 0xbf) ? 4 : 0;
}

function isWithin(byte: number, least: number, most: number): boolean {
  return byte >= least && byte <= most;
}
