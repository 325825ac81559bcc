import { parentPort } from 'node:worker_threads';
import type { SerialAnswer } from './serial-thread.ts';

/**
 * Runs in the program of a `SerialThread`: answers each request, and tells when `answer` throws.
 *
 * @param moved buffers of an answer that need not be copied
 */
export function serveSerially<Request, Answer>(
  answer: (request: Request) => Answer,
  moved: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const tell = (told: SerialAnswer<Answer>, buffers: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(told, buffers);
  parentPort?.on('message', (request: Request) => {
    try {
      const given = answer(request);
      tell({ kind: 'answered', answer: given, isSpent: false }, moved(given));
    } catch (error) {
      tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  tell({ kind: 'ready' });
}
