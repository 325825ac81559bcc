import type { AnswerBody, Encoding, KeptBody } from './answer-body.ts';
import { negotiateEncoding } from './compressed-once.ts';
import { type GzipPiece, joinGzip, packPiece } from './gzip-pieces.ts';

interface BodyWithIdSettings {
  /** The position of the id, which is an empty text of JSON in the kept bytes. */
  readonly idAt: number;
  /** Called when the compressed form is ready. */
  onCompressed?(): void;
}

/** Bytes before and after the id; the first byte is apart. */
interface AroundId {
  readonly before: GzipPiece;
  readonly after: GzipPiece;
}

const emptyId = '""';

/**
 * A kept body that shows the id of each request. Everything but the id is kept once, and compressed once off the main
 * thread; the id is written between the two parts.
 */
export class BodyWithId implements KeptBody {
  readonly bytes: Buffer;
  /** Parts around the id, without their compressed forms until they are packed. */
  #around: AroundId;
  readonly #onCompressed: (() => void) | undefined;
  #packing: Promise<AroundId> | undefined;
  #addedBytes = 0;

  constructor(bytes: Buffer, { idAt, onCompressed }: BodyWithIdSettings) {
    if (bytes.toString('latin1', idAt, idAt + emptyId.length) !== emptyId) throw new Error('the body has no empty id');
    this.bytes = bytes;
    this.#around = {
      before: { bytes: bytes.subarray(1, idAt) },
      after: { bytes: bytes.subarray(idAt + emptyId.length) },
    };
    this.#onCompressed = onCompressed;
  }

  get addedBytes(): number {
    return this.#addedBytes;
  }

  get around(): AroundId {
    return this.#around;
  }

  forRequest(requestId = ''): AnswerBody {
    return new BodyOfRequest(this, Buffer.from(JSON.stringify(requestId)));
  }

  packRest(): Promise<AroundId> {
    this.#packing ??= this.#pack();
    return this.#packing;
  }

  async #pack(): Promise<AroundId> {
    const { before, after } = this.#around;
    const [packedBefore, packedAfter] = await Promise.all([packPiece(before.bytes), packPiece(after.bytes)]);
    this.#around = { before: packedBefore, after: packedAfter };
    for (const { packed } of [packedBefore, packedAfter]) this.#addedBytes += packed?.byteLength ?? 0;
    this.#onCompressed?.();
    return this.#around;
  }
}

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
    this.#bytes ??= Buffer.concat([this.#first, ...this.#rest.map(({ bytes }) => bytes)], this.byteLength);
    return this.#bytes;
  }

  get #first(): Buffer {
    return this.kept.bytes.subarray(0, 1);
  }

  get #rest(): readonly GzipPiece[] {
    const { before, after } = this.kept.around;
    return [before, { bytes: this.#id }, after];
  }

  encodingFor(accepted: string | undefined): Encoding {
    return negotiateEncoding('fast', accepted);
  }

  readyIn(encoding: Encoding): Buffer | undefined {
    if (encoding === 'identity') return this.bytes;
    const rest = encoding === 'gzip' ? this.packedRest() : undefined;
    return rest && joinGzip([{ bytes: this.#first }, ...rest]);
  }

  async inEncoding(encoding: Encoding): Promise<Buffer> {
    if (encoding !== 'identity') await this.kept.packRest();
    const bytes = this.readyIn(encoding);
    if (!bytes) throw new Error(`bodies with ids are not sent in ${encoding}`);
    return bytes;
  }

  packedRest(): readonly GzipPiece[] | undefined {
    return this.kept.around.before.packed && this.#rest;
  }
}
