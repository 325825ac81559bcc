import { serveSerially } from '@orrery/kernel';
import { InvalidQuery } from './invalid-query.ts';
import type { LargeJsonAnswer } from './large-json-messages.ts';
import { parseBody, parseQueryText } from './parse-json.ts';

// Parses bodies, one after the other.
serveSerially((bytes: Uint8Array): LargeJsonAnswer => {
  try {
    const value = parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { kind: 'read', value: withQueryRead(value) };
  } catch (error) {
    if (error instanceof InvalidQuery) return { kind: 'refused', problems: error.problems };
    throw error;
  }
});

/** A query may be JSON in a text, as large as the body; any other text stays as it is. */
function withQueryRead(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('query' in value)) return value;
  const { query } = value;
  return typeof query === 'string' && /^\s*[[{]/.test(query) ? { ...value, query: parseQueryText(query) } : value;
}
