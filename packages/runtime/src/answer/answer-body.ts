import type { GzipPiece } from './gzip-pieces.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The body that one request gets. */
export interface AnswerBody {
  readonly bytes: Buffer;
  /** Length of `bytes`. */
  readonly byteLength: number;
  /** The same object for bodies that differ at most by the id of their request. */
  readonly kept: KeptBody;
  /** @param accepted the `Accept-Encoding` header */
  encodingFor(accepted: string | undefined): Encoding;
  /** `undefined` before it has been requested and finished. */
  readyIn(encoding: Encoding): Buffer | undefined;
  inEncoding(encoding: Encoding): Promise<Buffer>;
  /** The body without its first byte, compressed for use within another one; `undefined` before `kept` has packed it. */
  packedRest(): readonly GzipPiece[] | undefined;
}

/** A body of an answer that is kept for all requests with equal bodies. */
export interface KeptBody {
  /** Without the id of any request. */
  readonly bytes: Buffer;
  /** Memory of the compressed forms. */
  readonly addedBytes: number;
  /** @param requestId shown in the body, if such bodies show it */
  forRequest(requestId: string | undefined): AnswerBody;
  /** Compresses all but the first byte, off the main thread. */
  packRest(): Promise<unknown>;
}
