import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import acceptNegotiator from '@fastify/accept-negotiator';
import type { AnswerBody, Encoding, KeptBody } from './answer-body.ts';
import { type GzipPiece, packPiece } from './gzip-pieces.ts';

const negotiators = {
  all: new acceptNegotiator.Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] }),
  fast: new acceptNegotiator.Negotiator<Encoding>({ supportedValues: ['gzip', 'identity'] }),
};

/**
 * Chooses the encoding a client prefers.
 *
 * @param accepted the `Accept-Encoding` header
 */
export function negotiateEncoding(known: keyof typeof negotiators, accepted: string | undefined): Encoding {
  return (accepted && negotiators[known].negotiate(accepted)) || 'identity';
}

export interface CompressedOnceOptions {
  /** `all` adds brotli, which is worth its time for bytes that are sent very often. */
  readonly encodings: keyof typeof negotiators;
  /** Called when a compressed form is ready. */
  onCompressed?(): void;
}

/** Bytes shared by many requests, compressed once per requested encoding, off the main thread. */
export class CompressedOnce implements AnswerBody, KeptBody {
  readonly bytes: Buffer;
  readonly #options: CompressedOnceOptions;
  readonly #variants = new Map<Encoding, Promise<Buffer>>();
  readonly #ready = new Map<Encoding, Buffer>();
  #rest: GzipPiece | undefined;
  #packing: Promise<void> | undefined;
  #addedBytes = 0;

  constructor(bytes: Buffer, options: CompressedOnceOptions) {
    this.bytes = bytes;
    this.#options = options;
  }

  get byteLength(): number {
    return this.bytes.byteLength;
  }

  get kept(): this {
    return this;
  }

  forRequest(): this {
    return this;
  }

  /** Memory of the compressed forms. */
  get addedBytes(): number {
    return this.#addedBytes;
  }

  /** @param accepted the `Accept-Encoding` header */
  encodingFor(accepted: string | undefined): Encoding {
    return negotiateEncoding(this.#options.encodings, accepted);
  }

  /** `undefined` before it has been requested and finished. */
  readyIn(encoding: Encoding): Buffer | undefined {
    return encoding === 'identity' ? this.bytes : this.#ready.get(encoding);
  }

  packedRest(): readonly GzipPiece[] | undefined {
    return this.#rest && [this.#rest];
  }

  packRest(): Promise<void> {
    this.#packing ??= packPiece(this.bytes.subarray(1)).then((rest) => {
      this.#rest = rest;
      this.#addedBytes += rest.packed?.byteLength ?? 0;
      this.#options.onCompressed?.();
    });
    return this.#packing;
  }

  async inEncoding(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.bytes;
    const known = this.#variants.get(encoding);
    if (known) return known;
    const variant = compress(this.bytes, encoding);
    this.#variants.set(encoding, variant);
    const bytes = await variant;
    this.#ready.set(encoding, bytes);
    this.#addedBytes += bytes.byteLength;
    this.#options.onCompressed?.();
    return variant;
  }
}

async function compress(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Denser than gzip in the same time; the highest quality takes seconds for a large model. */
const brotliQuality = 5;
