import { onLine, type Sent } from './connection.ts';
import { release } from './release.ts';

/** Most characters of a body whose status says nearly all, and the time that it may take. */
const maxLength = 1_000_000;
const withinMs = 10_000;

/** Reads a body of which the beginning is enough, such as that of an error, and leaves what is longer or comes later. */
export async function readShort({ body }: Pick<Response, 'body'>, line: Pick<Sent, 'url' | 'signal'>): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const timer = setTimeout(() => release(reader), withinMs);
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < maxLength) {
      const { value, done } = await onLine(() => reader.read(), line);
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  } finally {
    clearTimeout(timer);
    release(reader);
  }
}
