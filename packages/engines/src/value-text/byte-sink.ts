const encoder = new TextEncoder();

const firstBytes = 4 * 1024;
/** Size above which memory is not kept for the next text. */
const mostKeptBytes = 1024 * 1024;
/** Length of texts that are encoded here, because a call of the encoder takes longer. */
const shortText = 32;

/** A text that was encoded before it is written. */
export interface EncodedText {
  /** The bytes in fours, with zeros after the last one. */
  readonly words: Uint32Array;
  /** Number of bytes. */
  readonly size: number;
  /** See `ByteSink`. */
  readonly extra: number;
}

export function encodeText(text: string): EncodedText {
  const bytes = encoder.encode(text);
  const view = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 4) * 4));
  for (const [at, byte] of bytes.entries()) view.setUint8(at, byte);
  const words = Uint32Array.from({ length: view.byteLength / 4 }, (_, index) => view.getUint32(index * 4, true));
  return { words, size: bytes.length, extra: bytes.length - text.length };
}

/**
 * UTF-8 text that grows at its end. Writers of values write to `bytes` themselves, after `reserve`, and then move
 * `end`.
 */
export class ByteSink {
  bytes = new Uint8Array(firstBytes);
  /** The memory of `bytes`. */
  view = new DataView(this.bytes.buffer);
  end = 0;
  /** Number of bytes that the text has more than UTF-16 units. */
  extra = 0;

  /** Makes room for so many bytes more. Replaces `bytes` and `view`. */
  reserve(count: number): void {
    if (this.end + count > this.bytes.length) this.#grow(this.end + count);
  }

  /** @param byte ASCII */
  putByte(byte: number): void {
    this.reserve(1);
    this.bytes[this.end] = byte;
    this.end += 1;
  }

  putEncoded({ words, size, extra }: EncodedText): void {
    this.reserve(size + 4);
    const { view, end } = this;
    for (let index = 0; index < words.length; index += 1) view.setUint32(end + index * 4, words[index] as number, true);
    this.end = end + size;
    this.extra += extra;
  }

  putText(text: string): void {
    const { length } = text;
    this.reserve(length * 3);
    if (length <= shortText && this.#putAscii(text)) return;
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.end));
    this.end += written;
    this.extra += written - length;
  }

  /** Returns the text in memory of its own, and begins an empty one. */
  take(): Uint8Array<ArrayBuffer> {
    const text = this.bytes.slice(0, this.end);
    if (this.bytes.length > mostKeptBytes) this.#use(new Uint8Array(firstBytes));
    this.end = 0;
    this.extra = 0;
    return text;
  }

  #putAscii(text: string): boolean {
    const { bytes, end } = this;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) return false; // `end` has not moved
      bytes[end + index] = unit;
    }
    this.end = end + text.length;
    return true;
  }

  #grow(least: number): void {
    const grown = new Uint8Array(Math.max(least, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.end));
    this.#use(grown);
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
