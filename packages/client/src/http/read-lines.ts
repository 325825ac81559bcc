import { onLine } from './on-line.ts';
import { OrreryError, withoutQuery } from './orrery-error.ts';
import { release } from './release.ts';

export interface LinesOptions {
  /** The address, for messages. */
  readonly url: string;
  /** Most characters of one line. */
  readonly maxLength: number;
  /** When not even a blank line comes for so long, the line counts as broken. */
  readonly silenceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the lines of a body, without blank ones, at the pace of their reader. A last line without an end is a line.
 * Leaving the loop between two lines ends the request; while it waits, the signal does.
 *
 * @throws OrreryError when the connection breaks, or a line is too long
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  options: LinesOptions,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // Parts of a line that has not ended; joining them with every piece would cost the square of its length.
  let parts: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await read(reader, options);
      // The end of the body ends its last line.
      const text = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      for (const [at, piece] of text.split('\n').entries()) {
        if (at > 0) {
          const line = parts.join('');
          [parts, length] = [[], 0];
          if (line.trim() !== '') yield line;
        }
        parts.push(piece);
        length += piece.length;
        bound(length, options);
      }
      if (done) return;
    }
  } finally {
    release(reader); // the request ends too when its answer is not read to the end
  }
}

function bound(length: number, { url, maxLength }: LinesOptions): void {
  if (length <= maxLength) return;
  const message = `${withoutQuery(url)} sent a line of more than ${maxLength} characters`;
  throw new OrreryError(message, { code: 'client.too-long' });
}

type BytesReader = ReadableStreamDefaultReader<Uint8Array>;

async function read(reader: BytesReader, { silenceMs, ...line }: LinesOptions): ReturnType<BytesReader['read']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, fail) => {
    if (silenceMs === undefined) return;
    timer = setTimeout(() => fail(new Error(`nothing came for ${silenceMs} ms`)), silenceMs);
  });
  try {
    return await onLine(() => Promise.race([reader.read(), silence]), line);
  } finally {
    clearTimeout(timer);
  }
}
