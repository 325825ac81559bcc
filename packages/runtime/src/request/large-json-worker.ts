import { parentPort } from 'node:worker_threads';
import type { SerialAnswer } from '@orrery/kernel';
import { InvalidQuery } from './invalid-query.ts';
import type { LargeJsonAnswer } from './large-json-messages.ts';
import { parseBody, parseQueryText } from './parse-body.ts';

// Parses bodies, one after the other.
parentPort?.on('message', (bytes: Uint8Array) => tell(answerOf(bytes)));
tell({ kind: 'ready' });

function answerOf(bytes: Uint8Array): SerialAnswer<LargeJsonAnswer> {
  try {
    const value = parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { kind: 'answered', answer: { kind: 'read', value: withQueryRead(value) }, isSpent: false };
  } catch (error) {
    if (error instanceof InvalidQuery)
      return { kind: 'answered', answer: { kind: 'refused', problems: error.problems }, isSpent: false };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** A query may be JSON in a text, as large as the body; any other text stays as it is. */
function withQueryRead(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('query' in value)) return value;
  const { query } = value;
  return typeof query === 'string' && /^\s*[[{]/.test(query) ? { ...value, query: parseQueryText(query) } : value;
}

function tell(answer: SerialAnswer<LargeJsonAnswer>): void {
  parentPort?.postMessage(answer);
}
