import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A piece of a body, with its compressed form if it has one. */
export interface GzipPiece {
  readonly bytes: Uint8Array;
  readonly packed?: Buffer;
}

const deflate = promisify(deflateRaw) as (bytes: Uint8Array, options: { finishFlush: number }) => Promise<Buffer>;

/** Compresses a piece off the main thread, so that any other piece may follow it. */
export async function packPiece(bytes: Uint8Array): Promise<GzipPiece> {
  return { bytes, packed: await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH }) };
}

/** Deflated data without a name or a time, made on Unix (RFC 1952). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** The last block of deflated data, which is empty. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const longestBlock = 0xffff;

/** Joins pieces to one body in gzip; those without a compressed form are sent as they are. Meant for few bytes of these. */
export function joinGzip(pieces: readonly GzipPiece[]): Buffer {
  let [sum, length] = [0, 0];
  for (const { bytes } of pieces) {
    sum = crc32(bytes, sum);
    length += bytes.byteLength;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([
    gzipHead,
    ...pieces.flatMap(({ bytes, packed }) => packed ?? storedBlocks(bytes)),
    lastBlock,
    end,
  ]);
}

/** Blocks that are not compressed (RFC 1951, 3.2.4). */
function storedBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let from = 0; from < bytes.byteLength; from += longestBlock) {
    const content = bytes.subarray(from, from + longestBlock);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(content.byteLength, 1);
    head.writeUInt16LE(~content.byteLength & 0xffff, 3);
    blocks.push(head, content);
  }
  return blocks;
}
