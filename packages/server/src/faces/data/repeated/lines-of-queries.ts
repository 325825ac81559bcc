import { type AnswerBody, type Encoding, joinGzip } from '@orrery/runtime';

const newline = Buffer.from('\n');
/** The last line of an answer to many queries. */
export const doneLine = Buffer.from('{"done":true}\n');

/** @param id given by the client to its query @returns the line up to the first field of the answer */
export function beginningOfLine(id: string): Buffer {
  return Buffer.from(`{"id":${JSON.stringify(id)},`);
}

/** @param body an object in JSON on one line, with at least one field */
export function answerLine(beginning: Buffer, { bytes }: Pick<AnswerBody, 'bytes'>): Buffer {
  return Buffer.concat([beginning, bytes.subarray(1), newline]);
}

/** A line that a kept answer is sent in. */
export interface KeptLine {
  readonly beginning: Buffer;
  readonly body: AnswerBody;
}

/** Bound on the bodies of lines that are sent at once: they are joined in one buffer. */
const mostBytesAtOnce = 512 * 1024;

export function areSentAtOnce(bodies: readonly Pick<AnswerBody, 'byteLength'>[]): boolean {
  return bodies.reduce((sum, { byteLength }) => sum + byteLength, 0) <= mostBytesAtOnce;
}

/** Returns the whole answer to many queries; `undefined` when it is long, or before all bodies are packed for gzip. */
export function linesIn(encoding: Encoding, lines: readonly KeptLine[]): Buffer | undefined {
  if (!areSentAtOnce(lines.map(({ body }) => body))) return undefined;
  if (encoding === 'identity') {
    return Buffer.concat([
      ...lines.flatMap(({ beginning, body }) => [beginning, body.bytes.subarray(1), newline]),
      doneLine,
    ]);
  }
  if (encoding !== 'gzip') return undefined;
  const pieces = [];
  for (const { beginning, body } of lines) {
    const rest = body.packedRest();
    if (!rest) return undefined;
    pieces.push({ bytes: beginning }, ...rest, { bytes: newline });
  }
  return joinGzip([...pieces, { bytes: doneLine }]);
}
