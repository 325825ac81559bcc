import { parentPort } from 'node:worker_threads';
import type { SerialAnswer } from '@orrery/kernel';
import type { WriteRequest, Written } from './graphql-messages.ts';
import { writeAnswer } from './write-rows.ts';

parentPort?.on('message', (request: WriteRequest) => {
  try {
    const answer = writeAnswer(request);
    tell({ kind: 'answered', answer, isSpent: false }, answer.kind === 'written' ? [answer.json.buffer] : []);
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
tell({ kind: 'ready' });

function tell(answered: SerialAnswer<Written>, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(answered, moved);
}
