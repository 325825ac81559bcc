import { hash } from 'node:crypto';
import { CompressedOnce, type Encoding } from '../../answer/index.ts';

/** A response body that many requests share, with its ETag. */
export class PreparedBody {
  /** Identifies the content, whatever its encoding. */
  readonly etag: string;
  /** Approximate size, including compressed forms. */
  readonly sizeBytes: number;
  readonly #body: CompressedOnce;

  constructor(bytes: Buffer) {
    this.etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
    this.sizeBytes = Math.ceil(bytes.byteLength * 1.5);
    this.#body = new CompressedOnce(bytes, { encodings: 'all' });
  }

  /** @param accepted the `Accept-Encoding` header */
  async inEncoding(accepted: string | undefined): Promise<{ readonly encoding: Encoding; readonly bytes: Buffer }> {
    const encoding = this.#body.encodingFor(accepted);
    return { encoding, bytes: await this.#body.inEncoding(encoding) };
  }

  /** @param condition the `If-None-Match` header */
  isKnownTo(condition: string | undefined): boolean {
    return (
      condition !== undefined && (condition === '*' || condition.split(',').some((tag) => tag.trim() === this.etag))
    );
  }
}
