import { type Line, onLine } from './on-line.ts';
import { release } from './release.ts';

/** More characters than any error has, and a longer silence than between its pieces: a body beyond them has no end. */
const maxLength = 16_000_000;
const silenceMs = 10_000;

/** Reads a body whose status says nearly all, such as that of an error, and leaves one that is endless or goes silent. */
export async function readShort({ body }: Pick<Response, 'body'>, line: Line): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < maxLength) {
      timer = setTimeout(() => release(reader), silenceMs);
      const { value, done } = await onLine(() => reader.read(), line);
      clearTimeout(timer);
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  } finally {
    clearTimeout(timer);
    release(reader);
  }
}
