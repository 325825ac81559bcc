import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import acceptNegotiator from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

const encodings = new acceptNegotiator.Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] });

/** An answer that many requests share: its bytes, compressed once for each encoding somebody asks for. */
export class PreparedBody {
  /** Names the content, whatever its encoding. */
  readonly etag: string;
  readonly #variants = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer) {
    this.etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
    this.#variants.set('identity', Promise.resolve(bytes));
  }

  /** @param accepted the `Accept-Encoding` header */
  async inEncoding(accepted: string | undefined): Promise<{ readonly encoding: Encoding; readonly bytes: Buffer }> {
    const encoding = (accepted && encodings.negotiate(accepted)) || 'identity';
    let variant = this.#variants.get(encoding);
    if (!variant) {
      variant = this.#compress(encoding);
      this.#variants.set(encoding, variant);
    }
    return { encoding, bytes: await variant };
  }

  /** @param condition the `If-None-Match` header */
  isKnownTo(condition: string | undefined): boolean {
    return (
      condition !== undefined && (condition === '*' || condition.split(',').some((tag) => tag.trim() === this.etag))
    );
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const { bytes } = await this.inEncoding(undefined);
    if (encoding === 'gzip') return promisify(gzip)(bytes);
    if (encoding === 'identity') return bytes;
    return promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
  }
}

/** Denser than gzip for the same time; the highest one takes seconds for a large model. */
const brotliQuality = 5;
