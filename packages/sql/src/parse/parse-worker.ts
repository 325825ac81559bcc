import { parentPort } from 'node:worker_threads';
import { loadParse } from './parse-statements.ts';

// Runs in a thread of its own, the only one that loads PostgreSQL's grammar, and reads one text after the other.
const parse = await loadParse();

parentPort?.on('message', (text: string) => parentPort?.postMessage(read(text)));
parentPort?.postMessage({ kind: 'ready' });

function read(text: string): object {
  try {
    const answer = parse(text);
    return { kind: 'answered', answer, isSpent: answer.kind === 'refused' && answer.isSpent };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
