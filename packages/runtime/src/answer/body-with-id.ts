import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { AnswerBody, KeptBody } from './answer-body.ts';
import { type Encoding, negotiateEncoding } from './compressed-once.ts';

interface BodyWithIdSettings {
  /** The position of the id, which is an empty text of JSON in the kept bytes. */
  readonly idAt: number;
  /** Called when the compressed form is ready. */
  onCompressed?(): void;
}

/** Parts of gzip (RFC 1952) before and after the id of a request. */
interface PackedParts {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Checksum of the bytes before the id. */
  readonly sum: number;
}

const emptyId = '""';
/** Deflated data without a name or a time, made on Unix. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * A kept body that shows the id of each request. Everything but the id is kept once, and compressed once off the main
 * thread; the id is written between the two parts.
 */
export class BodyWithId implements KeptBody {
  readonly bytes: Buffer;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly #onCompressed: (() => void) | undefined;
  #packing: Promise<PackedParts> | undefined;
  #packed: PackedParts | undefined;

  constructor(bytes: Buffer, { idAt, onCompressed }: BodyWithIdSettings) {
    if (bytes.toString('latin1', idAt, idAt + emptyId.length) !== emptyId) throw new Error('the body has no empty id');
    this.bytes = bytes;
    this.before = bytes.subarray(0, idAt);
    this.after = bytes.subarray(idAt + emptyId.length);
    this.#onCompressed = onCompressed;
  }

  get addedBytes(): number {
    return this.#packed ? this.#packed.head.byteLength + this.#packed.tail.byteLength : 0;
  }

  get packed(): PackedParts | undefined {
    return this.#packed;
  }

  forRequest(requestId = ''): AnswerBody {
    return new BodyOfRequest(this, Buffer.from(JSON.stringify(requestId)));
  }

  pack(): Promise<PackedParts> {
    this.#packing ??= this.#pack();
    return this.#packing;
  }

  async #pack(): Promise<PackedParts> {
    const { before, after } = this;
    const [head, tail] = await Promise.all([
      deflate(before, { finishFlush: constants.Z_FULL_FLUSH }), // ends at a whole byte, and more may follow
      deflate(after),
    ]);
    this.#packed = { head: Buffer.concat([gzipHead, head]), tail, sum: crc32(before) };
    this.#onCompressed?.();
    return this.#packed;
  }
}

const deflate = promisify(deflateRaw) as (bytes: Buffer, options?: { readonly finishFlush: number }) => Promise<Buffer>;

class BodyOfRequest implements AnswerBody {
  readonly kept: BodyWithId;
  readonly #id: Buffer;
  #bytes: Buffer | undefined;

  constructor(kept: BodyWithId, id: Buffer) {
    this.kept = kept;
    this.#id = id;
  }

  get byteLength(): number {
    return this.kept.bytes.byteLength - emptyId.length + this.#id.byteLength;
  }

  get bytes(): Buffer {
    const { before, after } = this.kept;
    this.#bytes ??= Buffer.concat([before, this.#id, after], this.byteLength);
    return this.#bytes;
  }

  encodingFor(accepted: string | undefined): Encoding {
    return negotiateEncoding('fast', accepted);
  }

  readyIn(encoding: Encoding): Buffer | undefined {
    if (encoding === 'identity') return this.bytes;
    return encoding === 'gzip' && this.kept.packed ? this.#packedWith(this.kept.packed) : undefined;
  }

  async inEncoding(encoding: Encoding): Promise<Buffer> {
    return encoding === 'identity' ? this.bytes : this.#packedWith(await this.kept.pack());
  }

  /** Writes the id as a block of its own that is not compressed (RFC 1951, 3.2.4). */
  #packedWith({ head, tail, sum }: PackedParts): Buffer {
    const length = this.#id.byteLength;
    const block = Buffer.alloc(5);
    block.writeUInt16LE(length, 1);
    block.writeUInt16LE(~length & 0xffff, 3);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(this.kept.after, crc32(this.#id, sum)), 0);
    end.writeUInt32LE(this.byteLength % 2 ** 32, 4);
    return Buffer.concat([head, block, this.#id, tail, end]);
  }
}
